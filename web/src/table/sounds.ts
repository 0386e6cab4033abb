/**
 * The sounds of tiles on a wooden table, made here and not recorded: a tap is a breath of noise through a filter, and the
 * wood beneath answers with a low tone. Quiet, for people play where others sleep.
 */

import type { Sound } from "./feel";

interface Tap {
  /** When, in seconds from now. */
  at: number;
  /** How bright the tap is, and how low the wood answers, in hertz. */
  bright: number;
  wood: number;
  loud: number;
}

const LOUD = 0.16;
const LONG = 0.09;
/**
 * Without a sound for so long the device need not keep listening, in milliseconds. Longer than people think about a move:
 * to let go of it can keep the page busy for a tenth of a second.
 */
const IDLE = 30_000;

const tap = (at: number, bright: number, wood: number, loud: number): Tap => ({
  at,
  bright,
  wood,
  loud,
});

export const TAPS: Readonly<Record<Sound, readonly Tap[]>> = {
  laid: [tap(0, 1_900, 190, 1)],
  // Face down: felt under it, and no bright edge.
  discarded: [tap(0, 750, 130, 0.7), tap(0.05, 500, 110, 0.3)],
  // Knuckles.
  passed: [tap(0, 380, 105, 0.8), tap(0.14, 360, 100, 0.7)],
  dealt: [0, 0.07, 0.13, 0.2, 0.26, 0.34].map((at, index) =>
    tap(at, 1_500 + 170 * (index % 3), 170, 0.35),
  ),
};

/** Make ready; the function given back plays one. */
export function open(context: AudioContext): (sound: Sound) => void {
  const out = new GainNode(context, { gain: LOUD });
  out.connect(context.destination);
  const noise = context.createBuffer(1, Math.ceil(LONG * context.sampleRate), context.sampleRate);
  const wave = noise.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function sound({ at, bright, wood, loud }: Tap, now: number) {
    const start = now + at;
    const edge = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: bright, Q: 1.1 });
    const body = new OscillatorNode(context, { frequency: wood });
    body.frequency.exponentialRampToValueAtTime(wood * 0.7, start + LONG);
    for (const [source, chain, level, length] of [
      [edge, filter, loud, LONG / 2],
      [body, null, loud * 0.8, LONG],
    ] as const) {
      const fade = new GainNode(context, { gain: 0 });
      fade.gain.setValueAtTime(level, start);
      fade.gain.exponentialRampToValueAtTime(0.001, start + length);
      (chain ? source.connect(chain) : source).connect(fade).connect(out);
      source.start(start);
      source.stop(start + LONG);
    }
  }

  /** Rest after a while; a touch, too, may have woken it. */
  function rest() {
    clearTimeout(resting);
    resting = setTimeout(() => void context.suspend().catch(() => undefined), IDLE);
  }
  context.addEventListener("statechange", () => context.state === "running" && rest());
  rest();

  return (name) => {
    rest();
    context.resume().then(
      () => {
        for (const it of TAPS[name]) sound(it, context.currentTime + 0.01);
      },
      () => undefined,
    );
  };
}
