// The peer: a table of five seats with a secret each and a shared log, about 3.5 KB of state, kept in memory.
// node server.js PORT (the lobby listens on PORT + 1)
const { Server } = require("boardgame.io/server");

const SKILLS = ["attune", "command", "consort", "finesse", "hunt", "prowl", "skirmish", "study", "survey", "sway", "tinker", "wreck"];
const SEATS = ["0", "1", "2", "3", "4"];

const sheet = (seat) => ({
  name: `Character ${seat}`,
  stress: 0,
  harm: ["", "", ""],
  coin: 2,
  skills: Object.fromEntries(SKILLS.map((skill, at) => [skill, (Number(seat) * 7 + at) % 4])),
  gear: Array.from({ length: 8 }, (_, id) => ({ id, name: `item number ${id}`, load: 1 + (id % 2), used: false })),
  secret: [],
});

const game = {
  name: "table",
  minPlayers: 5,
  maxPlayers: 5,
  disableUndo: true,
  turn: { activePlayers: { all: null } },
  setup: () => ({
    scene: "The Docks",
    clocks: Array.from({ length: 4 }, (_, at) => ({ name: `Clock ${at}`, size: 8, filled: 0 })),
    players: Object.fromEntries(SEATS.map((seat) => [seat, sheet(seat)])),
    log: [],
  }),
  moves: {
    act: ({ G, random, playerID }, skill, note) => {
      const own = G.players[playerID];
      if (!(skill in own.skills)) return "INVALID_MOVE";
      const dice = random.D6(Math.max(1, own.skills[skill]));
      const best = Math.max(...dice);
      if (best < 4) own.stress = (own.stress + 1) % 10;
      const clock = G.clocks[best % 4];
      clock.filled = (clock.filled + 1) % clock.size;
      own.secret = [...own.secret, note].slice(-5);
      G.log = [...G.log, { who: playerID, skill, dice, best, text: `acts with ${skill}` }].slice(-20);
    },
  },
  // seat 0 is the game master's and sees everything; the others do not see each other's secrets
  playerView: ({ G, playerID }) => {
    if (playerID === "0") return G;
    const hide = ([seat, one]) => [seat, seat === playerID ? one : { ...one, secret: one.secret.length }];
    return { ...G, players: Object.fromEntries(Object.entries(G.players).map(hide)) };
  },
};

const port = Number(process.argv[2]);
Server({ games: [game], origins: ["http://127.0.0.1"] }).run(
  { port, host: "127.0.0.1", lobbyConfig: { apiPort: port + 1 } },
  () => console.log("ready"),
);
