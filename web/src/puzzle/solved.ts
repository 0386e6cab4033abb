/** Which puzzles this device has solved, and on how many days in a row. Pure: what is remembered goes in and out. */

/** The last day whose puzzle was solved, how many days in a row, and the names of all that were. */
export interface Solved {
  last: string;
  days: number;
  names: readonly string[];
}

export const NONE: Solved = { last: "", days: 0, names: [] };

/** What was kept; what cannot be read counts as nothing. */
export function readSolved(kept: string | null): Solved {
  try {
    const { last, days, names } = JSON.parse(kept ?? "null") as Solved;
    const whole =
      Number.isInteger(days) && days >= 0 && names.every((it) => typeof it === "string");
    return whole && typeof last === "string" ? { last, days, names } : NONE;
  } catch {
    return NONE;
  }
}

/** After one was solved; `today` where it was that day's. */
export function withSolved(solved: Solved, name: string, today: string | null): Solved {
  const names = solved.names.includes(name) ? solved.names : [...solved.names, name];
  if (today === null || today === solved.last) return { ...solved, names };
  return { names, last: today, days: dayBefore(today) === solved.last ? solved.days + 1 : 1 };
}

/** Days in a row up to today, or up to yesterday, whose row can still go on. */
export function daysInRow(solved: Solved, today: string): number {
  return [today, dayBefore(today)].includes(solved.last) ? solved.days : 0;
}

/** The day as the puzzle of a day is asked for, where this device is. */
export function dayOf(moment: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function dayBefore(day: string): string {
  const moment = new Date(`${day}T12:00:00`);
  moment.setDate(moment.getDate() - 1);
  return dayOf(moment);
}
