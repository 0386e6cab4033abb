"""Reviews as a person at a terminal reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich import box
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gaple.actions import Action
from gaple.analysis import HandReview, Interval, Verdict, sum_up
from gaple.analysis.sentences import Teller
from gaple.cli import draw
from gaple.cli.result import show_line
from gaple.cli.terminal import Terminal, printable

if TYPE_CHECKING:
    from gaple.analysis import Decision

_STYLES: Final = {
    None: "dim",
    Verdict.GOOD: "green",
    Verdict.DOUBTFUL: "yellow",
    Verdict.MISTAKE: "red",
    Verdict.BLUNDER: "bold red",
}


def show_reviews(terminal: Terminal, file: str, reviews: Sequence[HandReview]) -> None:
    """All hands, and the match where there are several by the same rules."""
    for review in reviews:
        _show_hand(terminal, file, review)
    if len(reviews) > 1 and len({review.rules for review in reviews}) == 1:
        _show_match(terminal, reviews)
    if reviews:
        budget, teller = reviews[0].budget, _teller(terminal, reviews[0])
        model, worlds = teller.say(f"model.{budget.model}"), teller.number(budget.worlds, 0)
        split = [review for review in reviews if review.splits]
        if split:
            terminal.print(Text(_teller(terminal, split[0]).parts(usual=any(map(_has_usual, split))), draw.DIM))
        told = teller.say("page.model", model=model, worlds=worlds, seed=budget.seed)
        terminal.print(Text(told, draw.DIM))


def _teller(terminal: Terminal, review: HandReview) -> Teller:
    names = {seat: printable(name) for seat, name in review.record.names.items()}
    return Teller(terminal.lang, review.rules, names)


def _show_hand(terminal: Terminal, file: str, review: HandReview) -> None:
    teller = _teller(terminal, review)
    title = " · ".join([file, terminal.say("result.hand", n=review.record.number)])
    terminal.print(Rule(Text(printable(title), "bold"), align="left", characters="─"))
    terminal.print(Text(str(review.rules), draw.DIM))
    show_line(terminal, review.hand)
    for code, params in review.notes:
        terminal.print(Text(teller.note(code, params), "yellow"))
    if review.splits:
        terminal.print(_splits(teller, review))
    if review.decisions:
        terminal.print(_decisions(terminal, teller, review))
    by_move = {each.move: each for each in review.decisions}
    if review.judged:
        terminal.print(Text(teller.say("page.moments"), "bold"))
    for moment in review.moments:
        decision = by_move.get(moment.move)
        terminal.print(Text(f"• {teller.moment(moment, decision)}"))
        if moment.kind == "cost" and decision is not None:
            for reason in decision.why:
                terminal.print(Text(f"    {teller.reason(reason)}", draw.DIM))
    if review.judged and not review.moments:
        terminal.print(Text(teller.say("page.no-moments"), draw.DIM))
    terminal.print()


def _has_usual(review: HandReview) -> bool:
    return any(round(split.usual, 1) for split in (review.splits or {}).values())


def _splits(teller: Teller, review: HandReview) -> Table:
    splits = review.splits or {}
    usual = _has_usual(review)
    table = _table()
    table.add_column(teller.say("page.player"))
    for code in ("net", *(("usual",) if usual else ()), "deal", "decisions", "others"):
        table.add_column(teller.say(f"page.{code}"), justify="right")
    for seat, split in splits.items():
        figures = [split.net, *((split.usual,) if usual else ()), split.deal, split.decisions, split.others]
        name = Text(str(seat), "bold").append(f" {review.record.names.get(seat, '')}".rstrip(), "")
        table.add_row(name, *(teller.number(figure, signed=True) for figure in figures))
    return table


def _decisions(terminal: Terminal, teller: Teller, review: HandReview) -> Table:
    table = _table()
    table.add_column(teller.say("page.move"), justify="right")
    table.add_column("")
    table.add_column(teller.say("page.option"), no_wrap=True)
    table.add_column(terminal.say("review.verdict"), no_wrap=True)
    table.add_column(terminal.say("review.loss"), justify="right", no_wrap=True)
    table.add_column(terminal.say("review.best"), no_wrap=True)
    for each in review.decisions:
        style = _STYLES[each.verdict]
        fine = each.verdict is Verdict.GOOD or each.best == each.played
        best = Text("") if fine else _short(teller, each.best)
        table.add_row(
            str(each.move),
            Text(str(each.seat), "bold"),
            _short(teller, each.played),
            Text(teller.verdict(each), style),
            Text(_loss(teller, each), style),
            best,
        )
    return table


def _short(teller: Teller, action: Action) -> Text:
    """An action in as few characters as a table has room for."""
    told = Text()
    if action.tile:
        told.append_text(draw.tile_text(action.tile)).append(" ")
    return told.append(teller.say(f"short.{action.kind}"))


def _loss(teller: Teller, decision: Decision) -> str:
    """The loss with its bounds where there is chance in it."""
    loss = decision.loss
    told = teller.number(loss.chips)
    if decision.method == "plan" or teller.number(loss.low) == teller.number(loss.high):
        return told
    return f"{told} ({teller.number(loss.low)}–{teller.number(loss.high)})"


def _show_match(terminal: Terminal, reviews: Sequence[HandReview]) -> None:
    teller = _teller(terminal, reviews[0])
    sums = sum_up(reviews)
    if not sums:
        return
    terminal.print(Text(teller.say("page.match"), "bold"))
    table = _table()
    table.add_column(teller.say("page.player"))
    for code in ("net", "luck", "skill", "decisions"):
        table.add_column(teller.say(f"page.{code}"), justify="right")
    for seat, each in sums.items():
        table.add_row(
            Text(str(seat), "bold"),
            teller.number(each.net, signed=True),
            *(interval(teller, figures) for figures in (each.luck, each.skill)),
            teller.number(each.decisions, signed=True),
        )
    terminal.print(table)
    terminal.print(Text(teller.say("page.match-note"), draw.DIM))


def interval(teller: Teller, figures: Interval) -> str:
    """A sum with its interval."""
    told = teller.number(figures.total, signed=True)
    if figures.low is None or figures.high is None:
        return told
    return f"{told} ({teller.number(figures.low, signed=True)} … {teller.number(figures.high, signed=True)})"


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=draw.DIM)
