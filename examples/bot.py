"""A bot that sits down at a table and plays whole matches: ``python examples/bot.py http://localhost:8000/meja/ID``."""

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if len(sys.argv) < 2 or "/meja/" not in sys.argv[1]:
    sys.exit(__doc__)
server, table = sys.argv[1].split("/meja/")
token = sys.argv[2] if len(sys.argv) > 2 else ""
if not token:  # a bot of its own; its token can be given again as the second argument
    token = json.load(urlopen(Request(f"{server}/api/bots", b'{"name": "Robo"}')))["token"]


def ask(path: str, body: Any = None) -> Any:
    """What the server answers: to GET, or to POST where there is a body."""
    content = json.dumps(body).encode() if body else None
    headers = {"Authorization": f"Bearer {token}"}
    return urlopen(Request(f"{server}/api/tables/{table}/{path}", content, headers), timeout=60)


def choose(told: Any) -> dict[str, Any] | None:
    """What to do as things stand: sit down, get rid of the highest tile, go on to the next hand."""
    seats, me = told["table"]["seats"], told["you"]["seat"]
    match told["table"]["phase"]:
        case "waiting" if me is None:
            free = [seat["seat"] for seat in seats if seat["kind"] == "empty"]
            return {"type": "sit", "seat": free[0]} if free else sys.exit("no seat is free")
        case "playing" if told["view"]["legal"]:
            high = max(told["view"]["legal"], key=lambda action: sum(int(pip) for pip in action if pip.isdigit()))
            return {"type": "play", "action": high}
        case "hand_over" if me is not None:
            return {"type": "ready"}
        case "match_over" | "closed":
            print("the match is over:", told["table"]["match"] and told["table"]["match"]["total"])
            sys.exit()
    return None


seq = 0
while True:
    try:
        for line in ask(f"events?since={seq}"):
            told = json.loads(line) if line.strip() else {}  # an empty line: nothing has happened
            if told.get("type") in ("state", "event"):
                seq = told["seq"]
                if command := choose(told):
                    ask("commands", {**command, "seq": seq})
    except OSError as error:  # somebody was quicker, it was too much at once, or the server starts again
        if isinstance(error, HTTPError) and error.code in (400, 401, 403, 404):
            sys.exit(json.load(error)["text"])
        time.sleep(1)
