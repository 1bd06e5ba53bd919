// A boardgame.io server for `table_load.py`, as its documentation sets one up: states in memory, which is its fastest way and keeps nothing.
// The game is Qwixx as ours has it (docs/rules), by boardgame.io's own means: all choose at the white sum at the same time, unseen by
// the others until everybody has; then who is on turn may cross at a sum with a coloured die. After the end the next game begins.

const { INVALID_MOVE } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");

const CELLS = 11;
const PASS = null;

const sheet = () => ({ rows: Array.from({ length: 4 }, () => Array(CELLS).fill(false)), locks: Array(4).fill(false), misses: 0 });
const fresh = (players) => ({ sheets: Array.from({ length: players }, sheet), closed: Array(4).fill(false), choices: {} });
const number = (row, cell) => (row < 2 ? cell + 2 : 12 - cell);
const crosses = (cells) => cells.filter(Boolean).length;

function allowed(G, player, { row, cell }, sums) {
  const cells = G.sheets[player].rows[row];
  const reached = cells.lastIndexOf(true) < cell && (cell < CELLS - 1 || crosses(cells) >= 5);
  return !G.closed[row] && reached && sums.includes(number(row, cell));
}

function cross(G, player, { row, cell }) {
  G.sheets[player].rows[row][cell] = true;
  if (cell === CELLS - 1) G.sheets[player].locks[row] = true;
  return cell === CELLS - 1 ? [row] : [];
}

function close(G, rows) {
  for (const row of rows) G.closed[row] = true;
  return crosses(G.closed) >= 2;
}

const whiteSum = ({ dice }) => [dice[0] + dice[1]];
const colourSums = ({ dice }, row) => [dice[0] + dice[2 + row], dice[1] + dice[2 + row]];

function choose({ G, ctx, playerID, events }, row, cell) {
  const choice = row === undefined ? PASS : { row, cell };
  if (choice && !allowed(G, playerID, choice, whiteSum(G))) return INVALID_MOVE;
  G.choices[playerID] = choice;
  const chosen = Object.entries(G.choices);
  if (chosen.length < ctx.numPlayers) return;
  const full = chosen.flatMap(([player, each]) => (each ? cross(G, player, each) : []));
  if (close(G, full)) again(G, ctx, events);
}

function colour({ G, ctx, playerID, events }, row, cell) {
  const mine = G.sheets[playerID];
  if (row === undefined) {
    mine.misses += G.choices[playerID] === PASS ? 1 : 0;
  } else {
    if (!allowed(G, playerID, { row, cell }, colourSums(G, row))) return INVALID_MOVE;
    if (close(G, cross(G, playerID, { row, cell }))) return again(G, ctx, events);
  }
  if (mine.misses === 4) return again(G, ctx, events);
  events.endTurn();
}

function again(G, ctx, events) {
  Object.assign(G, fresh(ctx.numPlayers), { played: G.played + 1 });
  events.endTurn();
}

const game = {
  name: "qwixx",
  setup: ({ ctx }) => ({ ...fresh(ctx.numPlayers), dice: [], played: 0 }),
  turn: {
    activePlayers: { all: "white", minMoves: 1, maxMoves: 1 },
    onBegin: ({ G, random }) => {
      G.dice = random.D6(6);
      G.choices = {};
    },
    stages: { white: { moves: { choose: { move: choose, ignoreStaleStateID: true } } } },
  },
  moves: { colour },
  playerView: ({ G, ctx, playerID }) => {
    const own = Object.entries(G.choices).filter(([player]) => player === playerID);
    return ctx.activePlayers ? { ...G, choices: Object.fromEntries(own) } : G;
  },
};

const server = Server({ games: [game], origins: [/localhost/] });
server.run(0).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}`);
});
