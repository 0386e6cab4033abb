"""The whole page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import gaple
from gaple.analysis.luck import Interval
from gaple.analysis.review import HandReview, sum_up
from gaple.analysis.sentences import Teller

from .hand import hand
from .html import tag, text, void
from .tiles import Drawn


def page(reviews: Sequence[HandReview], lang: str, *, stopped: bool = False) -> str:
    """The reviews as an HTML document in ``lang``; ``stopped`` says that more was asked for."""
    drawn = Drawn()
    tellers = [Teller(lang, review.rules, review.record.names) for review in reviews]
    several = len(reviews) != 1
    if not reviews:
        return ""
    title = (
        tellers[0].say("page.titles", n=len(reviews))
        if several
        else tellers[0].say("page.title", n=reviews[0].record.number)
    )
    head = [tag("h1", text(title))]
    told = [str(reviews[0].rules)] + [part for part in (reviews[0].record.event, reviews[0].record.date) if part]
    head.append(tag("p", text(" · ".join(told)), class_="small"))
    head.append(tag("p", text(tellers[0].say("page.lead"))))
    if stopped:
        head.append(tag("p", text(tellers[0].say("note.stopped")), class_="note"))
    if several:
        head.append(_match(reviews, tellers[0]))
    sections = [
        hand(review, teller, drawn, f"h{place}", titled=several)
        for place, (review, teller) in enumerate(zip(reviews, tellers, strict=True), 1)
    ]
    budget = reviews[0].budget
    foot = [
        tellers[0].say(
            "page.model",
            model=tellers[0].say(f"model.{budget.model}"), worlds=tellers[0].number(budget.worlds, 0), seed=budget.seed,
        ),
        tellers[0].say("page.made", version=gaple.__version__),
    ]  # fmt: skip
    body = tag("main", tag("header", *head), *sections) + tag("footer", text(" ".join(foot)))
    style = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
    return (
        "<!doctype html>\n"
        + tag(
            "html",
            tag(
                "head",
                void("meta", charset="utf-8"),
                void("meta", name="viewport", content="width=device-width, initial-scale=1"),
                void("meta", name="color-scheme", content="light dark"),
                tag("title", text(title)),
                tag("style", style),
            ),
            tag("body", drawn.symbols(), body),
            lang=lang,
        )
        + "\n"
    )


def _match(reviews: Sequence[HandReview], teller: Teller) -> str:
    sums = sum_up(reviews) if len({review.rules for review in reviews}) == 1 else {}
    if not sums:
        return ""
    codes = ("player", "net", "luck", "skill", "decisions")
    rows = [tag("tr", *(tag("th", text(teller.say(f"page.{code}")), scope="col") for code in codes))]
    for seat, each in sums.items():
        cells = [text(teller.number(each.net, signed=True))]
        cells += [
            _interval(teller, each.luck),
            _interval(teller, each.skill),
            teller.number(each.decisions, signed=True),
        ]
        name = tag("span", text(teller.seat(seat)), class_=f"who s{seat}")
        rows.append(tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells)))
    label = teller.say("page.match")
    table = tag("div", tag("table", *rows), class_="scroll", tabindex="0", role="group", aria_label=label)
    return tag("h2", text(label)) + table + tag("p", text(teller.say("page.match-note")), class_="small")


def _interval(teller: Teller, figures: Interval) -> str:
    told = text(teller.number(figures.total, signed=True))
    if figures.low is None or figures.high is None:
        return told
    low, high = teller.number(figures.low, signed=True), teller.number(figures.high, signed=True)
    return told + tag("span", text(f" ({low} … {high})"), class_="error")
