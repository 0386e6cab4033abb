"""Gaple as the OpenSpiel game ``python_gaple`` (docs/envs.md); importing this module registers it.

>>> import pyspiel
>>> import gaple.envs.openspiel
>>> game = pyspiel.load_game("python_gaple", {"rules": "players=4 hand=7 settle=pairwise"})
>>> game.num_players(), game.num_distinct_actions(), game.min_utility(), game.max_utility()
(4, 85, -207.0, 153.0)

Chance is explicit: the deal is a sequence of some 25 draws of few outcomes each (:mod:`gaple.envs.chance`), one
sequence a deal, so a state is its history and nothing else. Every algorithm that wants to know the chances can run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"gaple.envs.openspiel needs the package {missing.name!r}, which is not installed; "
        "install it with: pip install 'gaple[openspiel]'",
        name=missing.name,
    ) from None

from gaple.engine import ACTIONS
from gaple.engine.state import action_of
from gaple.hand import Hand
from gaple.rules import Rules
from gaple.tiles import TILES, Seat
from gaple.view import View

from .chance import Drawing, draws_of
from .episode import Episode
from .observation import NUMBERS, most_turns
from .observer import Observer
from .opening import check_opening
from .reward import reward_range, reward_sum, rewards_of

NAME: Final = "python_gaple"
_DEFAULTS: Final = {"rules": "players:4 hand:7", "number": 1, "opener": ""}


def game_type(utility: Any) -> Any:
    """OpenSpiel's description of the game, with this kind of utility."""
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="Gaple",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_DEFAULTS,
    )


def utility_of(rules: Rules) -> Any:
    """Whether the rewards add up to nothing, to the same for every hand, or to what it happens to be."""
    kinds = pyspiel.GameType.Utility
    total = reward_sum(rules)
    return kinds.GENERAL_SUM if total is None else kinds.CONSTANT_SUM if total else kinds.ZERO_SUM


class GapleGame(pyspiel.Game):  # type: ignore[misc]
    """One hand, by any rules.

    Parameters: ``rules``, any rules text (where OpenSpiel writes it into a game's own text, ``:`` stands for ``=``,
    and either may be given); ``number`` and ``opener`` (a letter, or nothing), which hand of a match it is and who won
    the one before. Raises :class:`gaple.RulesError` and :class:`gaple.DealError`.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.rules = rules = Rules.parse(str(given["rules"]).replace(":", "="))
        self.number = int(given["number"])
        self.opener = Seat.parse(given["opener"]) if given["opener"] else None
        check_opening(rules, self.number, self.opener)
        low, high = reward_range(rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(TILES) if rules.stock > 1 else rules.players + 1,
            num_players=rules.players,
            min_utility=low,
            max_utility=high,
            utility_sum=reward_sum(rules),
            max_game_length=most_turns(rules),
        )
        super().__init__(game_type(utility_of(rules)), info, {**given, "rules": str(rules).replace("=", ":")})

    def new_initial_state(self) -> GapleState:
        """The state before the deal."""
        return GapleState(self)

    def state_of(self, hand: Hand) -> GapleState:
        """The state that this hand is in, with its whole history; the order of the hidden stock is forgotten.

        Raises ``ValueError`` for a hand by other rules, or another hand of a match.
        """
        if (hand.rules, hand.number, hand.duty.seat) != (self.rules, self.number, Drawing(*self._start).duty.seat):
            raise ValueError(f"the hand is number {hand.number} by {hand.rules}; this game is {self}")
        state = self.new_initial_state()
        for outcome in draws_of(hand):
            state.apply_action(outcome)
        for action in hand.actions:
            state.apply_action(NUMBERS[action])
        return state

    @property
    def _start(self) -> tuple[Rules, int, Seat | None]:
        return self.rules, self.number, self.opener

    def max_chance_nodes_in_history(self) -> int:
        """The most draws of a deal: the last tile is none, one may be turned up, and a seat be drawn to begin."""
        return len(TILES) - 1 + 2 * (self.rules.stock > 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)  # what pyspiel would pickle lacks all that Python has added

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """What a player sees, as :class:`gaple.envs.observer.Observer` tells it."""
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class GapleState(pyspiel.State):  # type: ignore[misc]
    """Draws, and then a hand.

    ``hand`` is the hand with everything hidden in it (``None`` during the deal), and :meth:`view` what a player may
    know of it: ``state.apply_action(NUMBERS[Greedy().choose(state.view(state.current_player()))])``.
    """

    def __init__(self, game: GapleGame) -> None:
        super().__init__(game)
        self._episode = Episode(Drawing(game.rules, game.number, game.opener))

    @property
    def hand(self) -> Hand | None:
        """The hand; ``None`` during the deal. To be looked at only."""
        return self._episode.hand

    def view(self, player: int | None) -> View:
        """What the player, or an onlooker (``None``), may know. Raises ``ValueError`` during the deal."""
        if self._episode.hand is None:
            raise ValueError("there is no view before the tiles are dealt")
        return self._episode.hand.view(None if player is None else Seat(player))

    def current_player(self) -> int:
        """The seat on turn, as a number; or chance, or that the hand is over."""
        hand = self._episode.hand
        if hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if hand.turn is None else int(hand.turn)

    def _legal_actions(self, player: int) -> list[int]:
        hand = self._episode.hand
        return [] if hand is None or hand.turn != player else [NUMBERS[action] for action in hand.legal_actions()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn next, with its probability."""
        return self._episode.drawing.outcomes()

    def _apply_action(self, action: int) -> None:
        self._episode.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        drawing, hand = self._episode.drawing, self._episode.hand
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}" if drawing.is_done else drawing.told(action)
        return str(action_of(action, hand is not None and hand.ends is None))

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self._episode.hand is not None and self._episode.hand.is_over

    def returns(self) -> list[float]:
        """Every seat's reward (:mod:`gaple.envs.reward`); zeros until the hand is over."""
        hand = self._episode.hand
        if hand is None or hand.outcome is None:
            return [0.0] * self.num_players()
        return list(map(float, rewards_of(hand.rules, hand.outcome)))

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> GapleState:
        """A state that looks the same to ``player``, drawn with equal chance from all there are (docs/engine.md).

        ``probability_sampler`` gives numbers from 0 to 1. During the deal nobody has seen anything, so as many draws
        are made anew.
        """
        game: GapleGame = self.get_game()
        hand = self._episode.hand
        if hand is not None:
            worlds = self._episode.worlds(Seat(player))
            return game.state_of(worlds[_below(worlds.count, probability_sampler)].hand())
        state = game.new_initial_state()
        for _ in self._episode.drawing.draws:
            outcomes = state.chance_outcomes()
            state.apply_action(_drawn(outcomes, probability_sampler()))
        return state

    def __str__(self) -> str:
        """Everything, hidden tiles too."""
        hand = self._episode.hand
        if hand is None:
            return f"draws: {self._episode.drawing.draws}"
        moves = " ".join(f"{seat}:{action}" for seat, action in hand.moves)
        return f"{hand.deal}\n{hand.starter} begins\n{moves}"


def _below(count: int, sampler: Callable[[], float]) -> int:
    """A number from 0 to ``count`` − 1, all equally likely as far as 78 bits can tell."""
    bits = 0
    for _ in range(3):
        bits = bits << 26 | min(int(sampler() * 2**26), 2**26 - 1)
    return bits * count >> 78


def _drawn(outcomes: list[tuple[int, float]], chance: float) -> int:
    for outcome, probability in outcomes:
        chance -= probability
        if chance < 0:
            return outcome
    return outcomes[-1][0]


pyspiel.register_game(game_type(pyspiel.GameType.Utility.GENERAL_SUM), GapleGame)
