import { closedLoop } from '../support/load.mjs';
import { median, ratios } from '../support/statistics.mjs';
import { visits } from './visits.mjs';

const CLIENTS = 8;
/** Far more than are hashed at a time. */
const LOGINS = 16;

/**
 * Saves and searches by themselves, and while as many people log in as can: what the former keep, turn by turn.
 * @param {import('../support/run.mjs').Bed} bed
 * @returns {Promise<import('../support/report.mjs').PlainResult>}
 */
export async function loginsBeside({ infrastructure, ours, options }) {
  const { door, counters } = ours;
  const ms = options.seconds * 1_000;
  const people = await Promise.all(Array.from({ length: LOGINS }, () => door.signUp()));
  const send = await visits(door, CLIENTS);
  const visiting = () => closedLoop({ clients: CLIENTS, ms, send });
  const loggingIn = () =>
    closedLoop({
      clients: LOGINS,
      ms,
      send: async (client) => {
        const person = people[client];
        if (person) await door.logIn(person);
      },
    });
  await visiting();
  await counters.settled();

  const alone = [];
  const beside = [];
  const logins = [];
  for (let turn = 0; turn < options.turns; turn += 1) {
    alone.push(await visiting());
    await counters.settled();
    const [visited, loggedIn] = await Promise.all([visiting(), loggingIn()]);
    await counters.settled();
    beside.push(visited);
    logins.push(loggedIn);
  }
  const perSecond = (/** @type {import('../support/load.mjs').LoadResult[]} */ turns) =>
    turns.map((turn) => turn.perSecond);
  const kept = ratios(perSecond(beside), perSecond(alone));
  const figures = [
    { words: 'saves and searches kept, median', value: 100 * kept.median, unit: '%', goal: 'at least 45' },
    { words: 'in the worst turn', value: 100 * kept.min, unit: '%' },
    { words: 'in the best turn', value: 100 * kept.max, unit: '%' },
    { words: 'saves and searches without logins', value: median(perSecond(alone)), unit: 'a second' },
    { words: 'logins beside them', value: median(perSecond(logins)), unit: 'a second' },
  ];
  return {
    id: 'logins-beside',
    words: `saves and searches beside ${LOGINS} people who log in over and over`,
    database: infrastructure.database,
    figures,
    failed: [...alone, ...beside, ...logins].reduce((sum, { failed }) => sum + failed, 0),
  };
}
