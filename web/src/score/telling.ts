/** A session in words: the same as a table tells its results by, for seats that have only names. */

import type { Outcome } from "../net/protocol";
import { parseChoices, rulesInWords } from "../rules/options";
import type { Fault } from "../rules/scoring";
import type { Ended, Told } from "../table/result";
import { isolate } from "../texts/format";
import { day, listed, maybe, signed, t } from "../texts/texts.svelte";
import { tileIn } from "../tiles/pips";
import { headline } from "../table/result";
import type { PlayerId, Row, Session, Story } from "./session";

const LETTERS = "ABCDE";

export type Names = ReadonlyMap<PlayerId, string>;

export const namesOf = ({ players }: Pick<Story, "players">): Names =>
  new Map(players.map(({ id, name }) => [id, name]));

/** A name within a sentence. */
export const inSentence = (names: Names, player: PlayerId | null): string =>
  isolate(names.get(player ?? "") ?? "");

/** What a hand came to, in the table's own terms; null where it is not complete. */
export function asTable(
  { seats, rules, text, hand, weighed }: Pick<Row, "seats" | "rules" | "text" | "hand" | "weighed">,
  names: Names,
): { table: Told; view: Ended; outcome: Outcome } | null {
  if (!("outcome" in weighed)) return null;
  const { outcome, counts } = weighed;
  const letter = (seat: number) => LETTERS.charAt(seat);
  const bySeat = <T>(values: readonly T[]) =>
    Object.fromEntries(values.map((value, seat) => [letter(seat), value]));
  const out = hand.out === null ? null : letter(seats.indexOf(hand.out));
  return {
    table: {
      rules: text,
      seats: seats.map((id, seat) => ({
        seat: letter(seat),
        kind: "person",
        name: names.get(id) ?? null,
      })),
    },
    view: { actions: out === null ? [] : [{ seat: out }] },
    outcome: {
      end: out === null ? "blocked" : "out",
      points: bySeat(outcome.points),
      winner: letter(outcome.winner),
      decided_by: outcome.decidedBy,
      side: rules.teams ? (outcome.winner % 2 === 0 ? "AC" : "BD") : null,
      net: bySeat(outcome.net),
      level: outcome.level.map(letter),
      lowest: bySeat(counts.map(({ lowest }) => lowest ?? null)),
      payments: outcome.payments.map(({ from, to, chips }) => ({
        from: letter(from),
        to: letter(to),
        chips,
      })),
    },
  };
}

/** Who won a hand, as a headline; null where it is not complete. */
export function wonBy(row: Row, names: Names): string | null {
  const told = asTable(row, names);
  return told && headline(told.table, told.outcome, null);
}

/** Who begins the next hand, and with what. */
export function beginning({ begins }: Story, names: Names): string {
  if (!begins) return t("score.begins_unknown");
  const { kind, player, tile } = begins;
  if (kind === "holder") return t("result.begins.holder", { tile: tileIn(tile ?? "") });
  if (kind === "drawn") return t("result.begins.drawn");
  return t(`result.begins.${kind}`, { name: inSentence(names, player) });
}

/** What stands behind totals: a number with its sign where chips are played for. */
export function totalIn(text: string, total: number): string {
  const settle = parseChoices(text).settle ?? "hands";
  return settle === "pairwise" || settle === "winner" ? signed(total) : `${total}`;
}

/** What the numbers of these rules are. */
export function unitOf(text: string): string {
  const settle = parseChoices(text).settle ?? "hands";
  const chips = settle === "pairwise" || settle === "winner";
  return maybe(`result.unit_${chips ? "chips" : settle}`) ?? "";
}

/** What is wrong with a hand, or with rules, as a sentence. */
export function wrongIn({ code, params }: Fault, names: Names): string {
  const told = { ...params };
  for (const key of ["player", "first", "second"])
    if (typeof told[key] === "string") told[key] = inSentence(names, `${told[key]}`);
  if (told.tile !== undefined) told.tile = tileIn(`${told.tile}`);
  if (code === "rules-number") {
    const name = maybe(`new.option.${params.key}.name`) ?? `${params.key}`;
    return t("new.wrong", { name, least: params.least ?? "", most: params.most ?? "" });
  }
  return maybe(`score.wrong.${code}`, told) ?? t("net.unknown", { code });
}

/** The champions of a session that is over. */
export const champions = ({ standings }: Story, names: Names): string =>
  listed(
    standings.filter(({ place }) => place === 1).map(({ player }) => inSentence(names, player)),
  );

/** A session as plain text, for a messenger. */
export function asText(session: Session, story: Story): string {
  const names = namesOf(story);
  const plain = (text: string) => text.replace(/[\u2060\u2066-\u2069]/g, "");
  const last = story.rows.at(-1);
  const lines = [
    `Gaple · ${day(new Date(session.began).toISOString())}`,
    rulesInWords(story.text, null).join(" · "),
    "",
    `${t("score.hands", { n: story.rows.length })} · ${unitOf(story.text)}`,
    ...story.standings.map(
      ({ place, player, total }) => `${place}. ${names.get(player)}: ${totalIn(story.text, total)}`,
    ),
  ];
  if (last) {
    const won = wonBy(last, names);
    lines.push("", `${t("result.title", { n: last.number })}: ${won ?? t("score.open_hand")}`);
  }
  if (story.over) lines.push(t("result.match_won", { names: champions(story, names) }));
  else lines.push(`${t("score.hand", { n: story.number })}: ${beginning(story, names)}`);
  return plain(lines.join("\n"));
}
