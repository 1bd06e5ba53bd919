// A boardgame.io server for `table_load.py`, as its documentation sets one up: states in memory, which is its fastest way and keeps nothing.
// The game is a dice game with sheets, by turns: six dice are thrown, the player marks a cell whose number two of them make, to the
// right of what is marked already, or takes a miss. A sheet with four misses or two full rows ends the game, and the next one begins.

const { Server } = require("boardgame.io/server");

const sheet = () => ({ rows: Array.from({ length: 4 }, () => Array(11).fill(false)), misses: 0 });
const sheets = (players) => Array.from({ length: players }, sheet);
const number = (row, cell) => (row < 2 ? cell + 2 : 12 - cell);

function makes(dice, row, cell) {
  const [first, second, ...colours] = dice;
  return [first + second, first + colours[row], second + colours[row]].includes(number(row, cell));
}

const game = {
  name: "sheets",
  setup: ({ ctx, random }) => ({ sheets: sheets(ctx.numPlayers), dice: random.D6(6), played: 0 }),
  turn: { minMoves: 1, maxMoves: 1, onBegin: ({ G, random }) => void (G.dice = random.D6(6)) },
  moves: {
    mark: ({ G, playerID }, row, cell) => {
      const { rows } = G.sheets[playerID];
      if (!makes(G.dice, row, cell) || rows[row].lastIndexOf(true) >= cell) return "INVALID_MOVE";
      rows[row][cell] = true;
      if (rows.filter((each) => each[10]).length >= 2) again(G);
    },
    miss: ({ G, playerID }) => {
      if (++G.sheets[playerID].misses === 4) again(G);
    },
  },
};

function again(G) {
  G.sheets = sheets(G.sheets.length);
  G.played += 1;
}

const server = Server({ games: [game], origins: [/localhost/] });
server.run(0).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}`);
});
