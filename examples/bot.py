"""A bot that knows no rules: it plays a seat by following offers.   python bot.py http://.../in/... [seconds]"""

import json
import random
import sys
import time
import uuid
from collections import Counter
from urllib.error import HTTPError
from urllib.request import Request, urlopen

base, _, secret = (sys.argv[1:] or sys.exit(__doc__))[0].rpartition("/in/")  # any link of the page People
pause = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0  # seconds before each move
headers = {"Content-Type": "application/json"}
VALUES = {  # by the type of a field; faces of dice that people roll are left to people
    "flag": lambda _: random.random() < 0.5,
    "one_of": lambda f: random.choice(f["values"]),
    "some_of": lambda f: random.sample(f["values"], f["least"]),
    "number": lambda f: random.randint(f["lo"], min(f["hi"], f["lo"] + 20)),
    "text": lambda f: f"Beep {random.randrange(10**6)}"[: f["most"]],
    "split": lambda f: Counter(random.sample([p for p, cap in f["parts"] for _ in range(cap)], f["total"])),
    "sheet": lambda f: f["example"],
}


def ask(path, body=None):
    """What the API answers. What is refused raises HTTPError; its body says what, where and by which clause."""
    return urlopen(Request(f"{base}/api/{path}", body and json.dumps(body).encode(), headers))


def follow(offer):
    """A command: the offer's kind, and a value for every field that must be answered and whose conditions hold."""
    said, command = {}, {"type": offer["kind"]}
    for field in offer["fields"]:
        if field["name"] not in said and all(said.get(w["field"]) in w["values"] for w in field["when"]):
            if not field["optional"]:
                command[field["name"]] = VALUES[field["type"]](field)
            said[field["name"]] = command.get(field["name"], field["default"])
    return command


try:
    door = json.load(ask("door", {"link": secret}))
except (OSError, ValueError) as no:  # it opens nothing, or no server is there
    sys.exit(f"{sys.argv[1]}: {json.load(no)['detail'] if isinstance(no, HTTPError) else no}")
seat = json.load(ask("join", {"link": secret, "person": "Bot", "seat": "".join(door["free"][:1])}))
headers["Authorization"], at = f"Bearer {seat['token']}", f"tables/{seat['table']}"
for line in ask(f"{at}/events?view=yes"):
    view = json.loads(line[6:]) if line.startswith(b'data: {"table"') else {"offers": []}  # it has changed
    able = [one for one in view["offers"] if all(field["type"] in VALUES for field in one["offer"]["fields"])]
    owed = [one for one in able if one["offer"]["owed"]]  # first what somebody waits for, then the rest
    open_ = owed or [one for one in able if one["offer"]["clause"] and not view["waiting"]]
    for one in random.sample(open_, len(open_)):
        time.sleep(pause)
        try:
            order = {"id": uuid.uuid4().hex, "command": follow(one["offer"]), "answers": one["answers"]}
            ask(f"{at}/orders", order)
            break
        except HTTPError as refused:  # too late, or not so: something else, then
            print(json.load(refused)["detail"])
