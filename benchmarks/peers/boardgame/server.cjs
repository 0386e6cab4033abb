/* `node server.cjs PORT`: a boardgame.io server with a domino game of the same shape as ours, its matches in the memory.
 *
 * Four players, seven tiles each; whoever can't play discards face down; a hand that is over is followed by the next.
 * Others' tiles stay hidden. Prints a line once it listens.
 */
"use strict";

process.env.NODE_ENV = "production"; // before anything that looks at it is loaded

const { INVALID_MOVE } = require("boardgame.io/core");
const { Server, Origins } = require("boardgame.io/server");

// Brings what is sent to the size of an event of ours in the middle of a hand.
const PADDING = "x".repeat(1925);
const TILES = [...Array(7).keys()].flatMap((low) => [...Array(7 - low).keys()].map((more) => `${low}${low + more}`));

const fits = (tile, end) => tile.includes(end);
const pips = (tiles) => tiles.reduce((sum, tile) => sum + Number(tile[0]) + Number(tile[1]), 0);

function dealt(random) {
  const tiles = random.Shuffle(TILES);
  const hands = [0, 7, 14, 21].map((from) => tiles.slice(from, from + 7));
  return { hands, dead: [[], [], [], []], line: [], ends: null };
}

function legal({ hands, ends }, player) {
  const mine = hands[player];
  if (!ends) return mine.map((tile) => `${tile}>`);
  const at = (side) => mine.filter((tile) => fits(tile, ends[side])).map((tile) => tile + "<>"[side]);
  const plays = [...at(0), ...at(1)];
  return plays.length ? plays : mine.map((tile) => `x${tile}`);
}

function place(G, tile, side) {
  if (!G.ends) {
    G.ends = [tile[0], tile[1]];
    G.line.push(tile);
    return;
  }
  const [inner, outer] = tile[0] === G.ends[side] ? [tile[0], tile[1]] : [tile[1], tile[0]];
  G.ends[side] = outer;
  if (side) G.line.push(inner + outer);
  else G.line.unshift(outer + inner);
}

const isOver = ({ hands, ends }) =>
  hands.some((hand) => !hand.length) || (ends && !hands.flat().some((tile) => ends.some((end) => fits(tile, end))));

const game = {
  name: "gaple",
  disableUndo: true,
  setup: ({ random }) => ({ number: 1, totals: [0, 0, 0, 0], ...dealt(random), padding: PADDING }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID, random }, action) => {
      if (!legal(G, playerID).includes(action)) return INVALID_MOVE;
      const tile = action.replace(/[x<>]/, "");
      G.hands[playerID] = G.hands[playerID].filter((other) => other !== tile);
      if (action[0] === "x") G.dead[playerID].push(tile);
      else place(G, tile, "<>".indexOf(action[2]));
      if (isOver(G)) {
        G.totals = G.totals.map((total, seat) => total + pips(G.hands[seat]) + pips(G.dead[seat]));
        G.number += 1;
        Object.assign(G, dealt(random));
      }
    },
  },
  playerView: ({ G, ctx, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    dead: G.dead.map((tiles, seat) => (String(seat) === playerID ? tiles : tiles.length)),
    legal: ctx.currentPlayer === playerID ? legal(G, playerID) : [],
  }),
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("listening"));
