#!/usr/bin/env python3
"""Writes the reference that the local embedder is held against.

    make.py MODEL_FOLDER

needs the package sentence-transformers. Writes beside itself:

    texts.jsonl   one text per line with the token numbers the reference tokenizer gives it
    vectors.i16   its vector, as 384 little-endian 16-bit integers (32767 is one)
"""
import json
import pathlib
import struct
import sys

from sentence_transformers import SentenceTransformer

WRITTEN = [
    "",
    " ",
    "a",
    "Hello, world!",
    "The ferry leaves at dawn and returns with the tide.",
    "Led a team of five that moved the billing service to a new ledger without downtime.",
    "Cut build times from forty minutes to six by caching what had not changed.",
    "I would rather ship a small thing on Tuesday than a large one never.",
    "What did the lighthouse keeper write in his log?",
    "Rust, PostgreSQL, Kubernetes, and a little COBOL.",
    "C++ and C# are not C; F# is something else again.",
    "Bachelor of Science in Marine Biology, 2009–2012, with distinction.",
    "email: someone@example.org, web: https://example.org/a/b?c=d&e=f#g",
    "price: $1,234.56 (−12.5 %) / €999 / ¥10000 / £3.50",
    "don't can't won't it's o'clock rock'n'roll",
    "don’t can’t “quoted” ‘single’ — dash – hyphen-ated … dots",
    "Crème brûlée à la façon de grand-mère, naïve coöperation, Ångström",
    "CAFE\u0301 with a combining accent",
    "Straße, Größe, Übermut und ein Dampfschifffahrtskapitän",
    "Łódź, žluťoučký kůň, İstanbul, ıspanak, ĳsvrij",
    "Привет, мир. Съешь ещё этих мягких булок.",
    "Ελληνικά: ΟΔΟΣ οδός",
    "東京タワーは三百三十三メートルです。",
    "我们在河边种了一棵树。",
    "한국어 문장을 하나 씁니다.",
    "हिन्दी में एक वाक्य",
    "ประโยคภาษาไทยหนึ่งประโยค",
    "مرحبا بالعالم، هذا نص عربي",
    "שלום עולם",
    "emoji 👍🏽 👩‍👩‍👧 🇩🇪 ☕️ end",
    "tabs\tand\nnewlines\r\nand\u00a0no-break\u2003em spaces",
    "zero\u200bwidth\u200djoiner\ufeffmark and soft\u00adhyphen",
    "control \u0001\u0007\u001b characters \u007f and replacement \ufffd",
    "private \ue000 use, unassigned \u0378, tags \U000e0041",
    "[CLS] a text that names [SEP] special [MASK] tokens [PAD] [UNK]",
    "[cls] the same in small letters [Sep]",
    "ligatures ﬁ ﬂ ﬀ, fractions ½ ⅓, circled ① ②, superscript x² H₂O",
    "ＦＵＬＬ ｗｉｄｔｈ ｔｅｘｔ １２３",
    "math: ∑ ∫ ≠ ≤ ∞ → ⇒ ∀x ∈ ℝ",
    "!!! ??? ... ,,, ;;; ::: --- ___ *** /// \\\\\\ ||| ~~~ ^^^ ``` @@@ ### $$$ %%%",
    "`code` **bold** _em_ <b>html</b> &amp; {json: [1, 2]}",
    "x" * 100,
    "x" * 101,
    "supercalifragilisticexpialidocious antidisestablishmentarianism",
    "1 22 333 4444 55555 666666 7777777 3.14159 1e-9 0xDEADBEEF",
    "ALL CAPS AND mIxEd CaSe WoRdS",
    "the the the the the the the the",
    "नमस्ते दुनिया — mixed with English and 漢字 together",
]
WORDS = (
    "river mill stone bridge engineer measured winter harvest ledger signal copper archive "
    "garden notebook designed orchard cable delivered quiet tested station across under without "
    "customers reduced latency database seven meadow clock improved teaching library small "
    "release schedule kettle north evening compiler repaired harbour careful drawing"
).split()


def texts():
    yield from WRITTEN
    state = 1
    while True:
        state = state * 6364136223846793005 % 2**64 + 1
        length = 3 + (state >> 33) % 60 if (state >> 20) % 8 else 180 + (state >> 33) % 120
        words = []
        for _ in range(length):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            words.append(WORDS[(state >> 33) % len(WORDS)])
        yield " ".join(words).capitalize() + "."


def main():
    model = SentenceTransformer(sys.argv[1], device="cpu")
    here = pathlib.Path(__file__).parent
    chosen = [text for text, _ in zip(texts(), range(100))]
    with open(here / "texts.jsonl", "w", encoding="utf-8") as lines, open(here / "vectors.i16", "wb") as vectors:
        for text in chosen:
            tokens = model.tokenizer(text, truncation=True, max_length=model.max_seq_length)["input_ids"]
            lines.write(json.dumps({"text": text, "tokens": tokens}, separators=(",", ":")) + "\n")
            vector = model.encode([text], batch_size=1, normalize_embeddings=True)[0]
            vectors.write(struct.pack(f"<{len(vector)}h", *(round(float(value) * 32767) for value in vector)))


main()
