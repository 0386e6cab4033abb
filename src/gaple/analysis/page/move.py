"""A move of a hand: what lay on the table, who held what, what could be done, and what could be known."""

from __future__ import annotations

from gaple.analysis.decision import Decision, Option
from gaple.analysis.knowledge import Knowledge
from gaple.analysis.review import HandReview, Moments
from gaple.analysis.sentences import Teller
from gaple.analysis.verdict import Verdict, unit
from gaple.hand import Hand
from gaple.line import Line

from .html import tag, text
from .places import places
from .tiles import Drawn


def move(
    review: HandReview,
    moments: Moments,
    number: int,
    decision: Decision | None,
    teller: Teller,
    drawn: Drawn,
    prefix: str,
) -> str:
    """Action ``number`` (from 1) as something to open."""
    seat, action = review.hand.moves[number - 1]
    before = moments.hand(number - 1)
    parts = [_line(review, number, teller, drawn)]
    if before is not None:
        parts.append(_hands(before, teller, drawn))
    if decision is not None:
        parts += [_options(review, decision, teller), _why(decision, teller), _how(decision, teller)]
    elif seat in review.judged:
        parts.append(tag("p", text(teller.say("page.forced")), class_="small"))
    known: Knowledge | None = None
    if number - 1 < len(review.known):
        known = review.known[number - 1].get(seat)
    if known is not None:
        parts.append(places(known, before, teller, drawn, f"{prefix}p{number}"))
    title = [
        tag("span", text(f"{number}."), class_="number"),
        tag("span", text(teller.seat(seat)), class_=f"who s{seat}"),
        tag("span", text(teller.action(action)), class_="did"),
    ]
    if decision is not None:
        title.append(_verdict(decision, teller))
    return tag("details", tag("summary", *title), *parts, id=f"{prefix}m{number}", class_="move")


def _verdict(decision: Decision, teller: Teller) -> str:
    verdict = decision.verdict
    told = teller.verdict(decision)
    if verdict not in (None, Verdict.GOOD):
        told = f"{told}, −{teller.number(decision.loss.chips)}"
    return tag("span", text(told), class_=f"verdict {verdict or 'none'}")


def _line(review: HandReview, number: int, teller: Teller, drawn: Drawn) -> str:
    hand = review.hand
    line = Line.lay(hand.turned_up, [action for _, action in hand.moves[: number - 1]])
    title = teller.say("page.line")
    if not line.halves:
        return tag("p", text(teller.say("page.empty")), class_="small")
    return drawn.line(line.halves, title)


def _hands(hand: Hand, teller: Teller, drawn: Drawn) -> str:
    rows = []
    for seat in hand.rules.seats:
        own = "own" if seat == hand.turn else ""
        dead = drawn.row(hand.dead(seat), class_="dead") if hand.dead(seat) else ""
        rows.append(
            tag(
                "li",
                tag("span", text(teller.seat(seat)), class_=f"who s{seat}"),
                drawn.row(hand.tiles(seat)),
                dead,
                class_=own or None,
            )
        )
    return tag("ul", *rows, class_="hands", aria_label=teller.say("page.hands"))


def _options(review: HandReview, decision: Decision, teller: Teller) -> str:
    shown = ["option", "value", "behind"]
    if decision.hindsight is not None:
        shown.append("hindsight")
    rows = [tag("tr", *(tag("th", text(teller.say(f"page.{code}")), scope="col") for code in shown))]
    sign = 1 if review.rules.low_is_good else -1
    ordered = sorted(decision.options, key=lambda option: sign * option.value)
    rows += [_option(review, decision, option, teller) for option in ordered]
    label = teller.say("page.option")
    return tag(
        "div", tag("table", *rows, class_="options"), class_="scroll", tabindex="0", role="group", aria_label=label
    )


def _option(review: HandReview, decision: Decision, option: Option, teller: Teller) -> str:
    marks = [teller.say("page.best")] if option.action == decision.best else []
    marks += [teller.say("page.played")] if option.action == decision.played else []
    name = text(teller.action(option.action))
    if marks:
        name += " " + tag("span", text(f"({', '.join(marks)})"), class_="small")
    signed = review.rules.chips
    value = text(teller.number(option.value, signed=signed)) + _error(option.error, teller)
    behind = "0"
    if option.behind:
        behind = text(teller.number(-option.behind)) + _error(option.behind_error, teller)
    width = min(round(100 * option.behind / unit(review.rules)), 100)
    cells = [
        tag("th", name, scope="row"),
        tag("td", value),
        tag("td", tag("span", behind, class_="bar", style=f"--w:{width}%")),
    ]
    if decision.hindsight is not None and option.hindsight is not None:
        cells.append(tag("td", text(teller.number(option.hindsight, signed=signed)), class_="hindsight"))
    return tag("tr", *cells, class_="best" if option.action == decision.best else None)


def _error(error: float, teller: Teller) -> str:
    """A standard error behind its figure, or below it where there is no room."""
    return tag("span", text(f" ± {teller.number(error)}"), class_="error") if error else ""


def _why(decision: Decision, teller: Teller) -> str:
    if not decision.why:
        return ""
    return tag("ul", *(tag("li", text(teller.reason(reason))) for reason in decision.why), class_="why")


def _how(decision: Decision, teller: Teller) -> str:
    told = [teller.how(decision)]
    if decision.loss.chips:
        loss = decision.loss
        chips, low, high = teller.chips(loss.chips), teller.number(loss.low), teller.number(loss.high)
        code = "page.lost" if low == high else "page.lost-range"
        told.append(f"{teller.seat(decision.seat)}: {teller.say(code, chips=chips, low=low, high=high)}.")
    if decision.hindsight is not None:
        how = teller.say(f"hindsight.{decision.hindsight.method}")
        told.append(teller.say("page.hindsight-note", how=how))
    return tag("p", text(" ".join(told)), class_="small")
