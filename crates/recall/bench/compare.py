#!/usr/bin/env python3
"""Texts per CPU second: the local embedder beside sentence-transformers, in turns.

    compare.py MEASURE MODEL_FOLDER [ROUNDS]

Both embed the same texts of 200 tokens on one thread; the first round of each warms up and does not
count. The ratio is that of one round to its neighbour, and the median of the rounds is the figure.
"""
import statistics
import subprocess
import sys
import time

import torch
from sentence_transformers import SentenceTransformer

WORDS = """time person year way day thing man world life hand part child eye woman place work week
case point government company number group problem fact""".split()
TEXTS = 32


def text(number):
    return " ".join(WORDS[(index * 7 + index // 5 + number) % len(WORDS)] for index in range(198))


def main():
    measure, folder = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    torch.set_num_threads(1)
    reference = SentenceTransformer(folder, device="cpu")
    texts = [text(number) for number in range(TEXTS)]
    assert len(reference.tokenizer(texts[0])["input_ids"]) == 200
    own = subprocess.Popen(
        [measure, "rounds", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def take_own():
        own.stdin.write("\t".join(texts) + "\n")
        own.stdin.flush()
        return TEXTS / float(own.stdout.readline())

    def take_reference():
        started = time.process_time()
        reference.encode(texts, batch_size=TEXTS, show_progress_bar=False)
        return TEXTS / (time.process_time() - started)

    take_own(), take_reference()
    pairs = []
    for number in range(rounds):
        if number % 2:
            theirs, ours = take_reference(), take_own()
        else:
            ours, theirs = take_own(), take_reference()
        pairs.append((ours, theirs))
        print(f"own {ours:5.1f}  sentence-transformers {theirs:5.1f}  ratio {ours / theirs:.2f}")
    own.stdin.close()
    middle = [statistics.median(column) for column in zip(*pairs)]
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    print(f"texts of 200 tokens per CPU second: own {middle[0]:.1f}, sentence-transformers "
          f"{middle[1]:.1f}; median ratio {ratio:.2f} of {rounds} rounds")


main()
