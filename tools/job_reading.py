"""What tools/learn-job-reading and crates/tailor/src/job/reader see of a posting: change both together.

A posting is cut into sentences as the program cuts it; a sentence becomes groups of features, each a number of a
table. Scores by several tables are then looked at along the posting: a sentence that asks seldom stands alone.
"""
import json
import unicodedata

import numpy as np

TABLE = 1 << 16  # entries of a table of weights
GROUPS = (("w", 1.0), ("c", 1.0), ("x", 1.0), ("d", 0.6))  # what each group of features counts
AROUND = 3  # neighbours on each side whose score is looked at
REACH, FARTHEST = (2.5, 6.0), 40  # sentences over which a score fades, and how far it is looked at
PLACEHOLDERS = ("<ORGANIZATION>", "<LOCATION>", "<ADDRESS>", "<CONTACT>", "<NAME>", "<PROFESSION>")


def plain(text):
    """Names were taken out of the data; a word stands for each."""
    for place in PLACEHOLDERS:
        text = text.replace(place, "Acme")
    text = unicodedata.normalize("NFKC", text)
    for found, put in (("‘’ʼ`´", "'"), ("\u2010\u2011\u2212", "-"), ("\r\n\u2028\u2029\x85", " ")):
        for c in found:
            text = text.replace(c, put)
    return text.strip()


def cuts(text):
    """Where the sentences of a line begin and end, as crates/tailor/src/words/sentences.rs has it."""
    found, begin, word = [], 0, 0
    apart = lambda c: c.isspace() or c in "·•;"

    def push(start, end):
        while start < end and apart(text[start]):
            start += 1
        while end > start and apart(text[end - 1]):
            end -= 1
        if end > start:
            found.append((start, end))

    for at, c in enumerate(text):
        after = text[at + 1:at + 2]
        blank = not after or after.isspace()
        ends = c in ";·•。！？" or c in "!?" and blank or c == "." and blank and word != 1
        word = word + 1 if c.isalpha() or is_number(c) else 0
        if ends:
            push(begin, at + 1)
            begin = at + 1
    push(begin, len(text))
    return found


class Sentence:
    def __init__(self, text, line):
        self.text, self.line = text, line
        self.knowledge, self.skills = [], []


def postings(path):
    """For each posting its lines (whether they ask) and its sentences with the marked spans in them."""
    for row in open(path, encoding="utf-8"):
        lines, sentences = [], []
        for number, marked in enumerate(json.loads(row)["sentences"]):
            text = plain(marked["text"])
            lines.append(bool(marked["skills"] or marked["knowledge"]))
            places = cuts(text)
            here = [Sentence(text[start:end], number) for start, end in places]
            for kind in ("knowledge", "skills"):
                after = 0
                for span in map(plain, marked[kind]):
                    at = text.find(span, after)
                    at = text.find(span) if at < 0 else at
                    after = max(after, at + 1)
                    for (start, end), sentence in zip(places, here):
                        if 0 <= at < end and at + len(span) > start:
                            getattr(sentence, kind).append(span)
            sentences += here
        yield lines, sentences


def is_number(c):
    """As the program has it: Python also counts letters that mean a number."""
    return unicodedata.category(c).startswith("N")


def surfaces(text):
    """Runs of letters and digits as they are written."""
    found, word = [], []
    for c in text + " ":
        if c.isalpha() or is_number(c) or c in "+#":
            word.append(c)
        elif word:
            found.append("".join(word))
            word = []
    return found


def words(text):
    """The same in lower case; digits are all the same."""
    return ["".join("0" if is_number(c) else c for c in surface.lower()) for surface in surfaces(text)]


def bucket(count):
    for limit in (0, 1, 2, 3, 5, 8, 12, 18, 25, 40):
        if count <= limit:
            return limit
    return 99


def is_heading(text, told):
    return len(told) <= 6 and (text.endswith(":") or len(told) <= 4) and not text.endswith(".")


def headings(texts, told):
    """For each sentence the number of the heading above it, and whether it looks like one."""
    above, found = None, []
    for at, text in enumerate(texts):
        looks = is_heading(text, told[at])
        found.append((above, looks))
        above = at if looks else above
    return found


def features(texts, told, at, above):
    """The features of a sentence by group."""
    own, text = told[at], texts[at]
    groups = {"w": set(own), "c": set(), "x": set(), "d": set()}
    groups["w"].update(one + " " + two for one, two in zip(["^"] + own, own + ["$"]))
    for word in own:
        framed = "<" + word + ">"
        for length in (3, 4, 5):
            groups["c"].update(framed[start:start + length] for start in range(len(framed) - length + 1))
    for name, place in (("<", at - 1), (">", at + 1)):
        if 0 <= place < len(told):
            groups["x"].update(name + word for word in told[place])
            groups["x"].add("%sl%d" % (name, bucket(len(told[place]))))
        else:
            groups["x"].add(name + "none")
    for name, place in (("<<", at - 2), (">>", at + 2)):
        if 0 <= place < len(told):
            groups["x"].add("%sl%d" % (name, bucket(len(told[place]))))
            groups["x"].update(name + "f" + word for word in told[place][:1])
    if above is None:
        groups["x"].add("hnone")
    else:
        groups["x"].update("h" + word for word in told[above])
    form = groups["d"]
    form.add("l%d" % bucket(len(own)))
    form.add("t%d" % (10 * at // len(told)))
    form.add("d%d" % bucket(99 if above is None else at - above))
    form.add("n%d" % bucket(len(told) // 4))
    form.update("e" + mark for mark in ":.!?" if text.endswith(mark))
    form.update("first " + word for word in own[:1])
    runs = text.split()
    form.add("c%d" % (5 * sum(run[0].isupper() for run in runs) // max(1, len(runs))))
    form.update(name for name, mine in (("we", {"we", "our", "us"}), ("you", {"you", "your"})) if mine & set(own))
    if any(map(is_number, text)):
        form.add("digit")
    return groups


NUMBERS = {}


def number(group, feature):
    """FNV-1a over the group and the feature."""
    key = group + feature
    if key not in NUMBERS:
        value = 0x811C9DC5
        for byte in key.encode():
            value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
        NUMBERS[key] = (value ^ value >> 16) % TABLE
    return NUMBERS[key]


def row_of(groups):
    """Numbers and values: the features of a group together have the length of the group's count."""
    numbers, values = [], []
    for group, counts in GROUPS:
        value = counts / max(1, len(groups[group])) ** 0.5
        for feature in sorted(groups[group]):
            numbers.append(number(group, feature))
            values.append(value)
    return numbers, values


def along(scores, looks, above, lengths):
    """What is seen of the scores of a posting at each of its sentences: one row for each."""
    streams, count = scores.shape
    likely = 1.0 / (1.0 + np.exp(-scores))
    rows = np.zeros((count, streams * (2 * AROUND + 6) + 2))
    apart = np.abs(np.arange(count)[:, None] - np.arange(count)[None, :])
    fades = [np.where((apart == 0) | (apart > FARTHEST), 0.0, np.exp(-apart / reach)) for reach in REACH]
    block = np.array([[a == b and not looks[j] and i != j for j, b in enumerate(above)] for i, a in enumerate(above)], float)
    mean = lambda weights, stream: (weights @ likely[stream] + 0.03) / (weights.sum(1) + 0.1)
    every = (apart > 0).astype(float)
    for stream in range(streams):
        start = stream * (2 * AROUND + 6)
        for offset in range(-AROUND, AROUND + 1):
            for at in range(count):
                near = at + offset
                rows[at, start + offset + AROUND] = np.tanh(scores[stream, near] / 2) if 0 <= near < count else -1.2
        place = start + 2 * AROUND + 1
        for step, weights in enumerate((block, every, *fades)):
            rows[:, place + step] = mean(weights, stream)
        rows[:, place + 4] = scores[stream] / 3
    rows[:, -2] = np.minimum(30, lengths) / 30
    rows[:, -1] = looks
    return rows


def shape(surface, at):
    if surface.isupper() and len(surface) > 1:
        return "U"
    if any(c.isupper() for c in surface[1:]):
        return "M"
    if any(map(is_number, surface)):
        return "D"
    if surface[0].isupper():
        return "T" if at else "F"
    return "l"


def word_features(written, told, at):
    """What is seen of a word, as crates/tailor/src/job/knowledge.rs sees it."""
    word = told[at]
    found = {"kw " + word, "kc " + shape(written[at], at), "kl %d" % bucket(len(told))}
    if len(word) > 4:
        found.add("kp " + word[:4])
        found.add("ks " + word[-3:])
    for name, pair, place in (("b", "y", at - 1), ("a", "z", at + 1)):
        inside = 0 <= place < len(told)
        near = told[place] if inside else "^" if name == "b" else "$"
        found.add("k%s %s" % (name, near))
        found.add("k%s %s %s" % (pair, near, word))
        found.add("k%s' %s" % (name, shape(written[place], place) if inside else "-"))
    if at > 1:
        found.add("kB " + told[at - 2])
    if at + 2 < len(told):
        found.add("kA " + told[at + 2])
    return found
