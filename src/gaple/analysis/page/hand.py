"""A hand: how it came out and why, its chart, its moments, and move by move."""

from __future__ import annotations

from gaple.analysis.review import HandReview, Moments
from gaple.analysis.sentences import Teller

from .chart import chart
from .html import tag, text
from .move import move
from .tiles import Drawn


def hand(review: HandReview, teller: Teller, drawn: Drawn, prefix: str, *, titled: bool) -> str:
    """A section of the page; ``prefix`` keeps its ids apart from other hands'."""
    parts = []
    heading = "h3" if titled else "h2"
    if titled:
        parts.append(tag("h2", text(teller.say("page.title", n=review.record.number))))
    parts += [tag("p", text(teller.note(code, params)), class_="note") for code, params in review.notes]
    if not review.is_complete:
        parts.append(tag("p", text(teller.say("note.stopped")), class_="note"))
    halves = review.hand.line.halves
    if halves:
        parts.append(drawn.line(halves, teller.say("page.line")))
    if review.splits:
        parts += [tag(heading, text(teller.say("page.result"))), _splits(review, teller)]
    picture = chart(review, teller, prefix)
    if picture:
        parts += [tag(heading, text(teller.say("page.chart"))), picture]
    if review.judged:
        parts += [tag(heading, text(teller.say("page.moments"))), _moments(review, teller, prefix)]
    parts.append(tag(heading, text(teller.say("page.moves"))))
    decisions = {each.move: each for each in review.decisions}
    moments = Moments(review.hand)
    for number in range(1, len(review.hand.moves) + 1):
        parts.append(move(review, moments, number, decisions.get(number), teller, drawn, prefix))
    return tag("section", *parts)


def _splits(review: HandReview, teller: Teller) -> str:
    splits = review.splits or {}
    usual = any(round(split.usual, 1) for split in splits.values())
    codes = ["player", "net", *(["usual"] if usual else []), "deal", "decisions", "others"]
    rows = [tag("tr", *(tag("th", text(teller.say(f"page.{code}")), scope="col") for code in codes))]
    for seat, split in splits.items():
        figures = [split.net, *([split.usual] if usual else []), split.deal, split.decisions, split.others]
        cells = [tag("td", text(teller.number(figure, signed=True))) for figure in figures]
        rows.append(
            tag("tr", tag("th", tag("span", text(teller.seat(seat)), class_=f"who s{seat}"), scope="row"), *cells)
        )
    label = teller.say("page.result")
    table = tag("div", tag("table", *rows), class_="scroll", tabindex="0", role="group", aria_label=label)
    return table + tag("p", text(teller.parts(usual=usual)), class_="small")


def _moments(review: HandReview, teller: Teller, prefix: str) -> str:
    if not review.moments:
        return tag("p", text(teller.say("page.no-moments")), class_="small")
    decisions = {each.move: each for each in review.decisions}
    told = []
    for moment in review.moments:
        decision = decisions.get(moment.move)
        sentence = tag("a", text(teller.moment(moment, decision)), href=f"#{prefix}m{moment.move}")
        why = ""
        if moment.kind == "cost" and decision is not None:
            why = "".join(tag("p", text(teller.reason(reason)), class_="small") for reason in decision.why)
        told.append(tag("li", sentence, why, class_=moment.kind))
    return tag("ol", *told, class_="moments")
