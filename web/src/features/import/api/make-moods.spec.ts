import { PRESET_MOODS, type OwnMood } from '@inner-weather/domain/entries/own-moods';
import { FakeServer, json, problem } from '../../../../test/fake-server';
import { couldBeMoods, makeMoods } from './make-moods';

const existing: OwnMood = {
  ...{ _id: 'here', name: 'Hopeful', formerNames: ['Hoping'], score: 1, archived: false },
  ...{ colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '' },
};

/** What was made, by name, of a journal that has these moods already. */
async function made(here: OwnMood[], what: Parameters<typeof makeMoods>[0], refused = '') {
  const puts: Record<string, unknown>[] = [];
  const server = new FakeServer().on('GET /api/moods', () => json(200, { moods: here, hidden: [] }));
  const fetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'PUT') return fetch(request);
    const body = (await request.clone().json()) as Record<string, unknown>;
    const path = new URL(request.url).pathname;
    const isRefused = body.name === refused;
    if (!isRefused) puts.push({ ...body, path });
    server.on(`PUT ${path}`, () => (isRefused ? problem(400, 'Taken', 'name') : json(200, body)));
    return fetch(request);
  };
  await makeMoods(what);
  return puts;
}

describe('moods of a file', () => {
  it('become own moods with the step of their group, else that of their word, else none', async () => {
    const names = ['proud', 'tense', 'odd', 'HOPING', 'Glücklich', 'rad'];
    const puts = await made([existing], { names, steps: { proud: 2 } }, 'Glücklich');
    expect(puts.map(({ name, score, mouth }) => [name, score, mouth])).toEqual([
      ['proud', 2, 'smile'],
      ['tense', -1, 'sad'],
      ['odd', null, 'wave'],
      ['rad', 2, 'smile'],
    ]);
    expect(new Set(puts.map(({ colour }) => colour)).size).toBeGreaterThan(3);
  });

  it('are made only while there is room', async () => {
    const here = Array.from({ length: 23 }, (_, n) => ({
      ...existing,
      _id: `${n}`,
      name: `m${n}`,
      formerNames: [],
    }));
    expect(await made(here, { names: ['proud', 'tense'], steps: {} })).toMatchObject([{ name: 'proud' }]);
  });

  it('of an export of this app are the same again, with their ids and former names', async () => {
    const _id = '0198c0de-0000-7000-8000-000000000001';
    const list = {
      moods: [{ ...existing, _id, name: 'On edge', formerNames: ['restless'] }],
      hidden: ['Angry'] as const,
    };
    const puts = await made([], { list, names: [], steps: {} });
    expect(puts).toMatchObject([
      { path: `/api/moods/${_id}`, name: 'On edge', formerNames: ['restless'] },
      { path: '/api/moods', hidden: ['Angry'] },
    ]);
    expect(await made([existing], { list: { moods: [existing], hidden: [] }, names: [], steps: {} })).toEqual(
      [],
    );
  });

  it('leave the six alone', () => {
    expect(couldBeMoods(['happy', 'Sad', 'odd', 'x'.repeat(51)], PRESET_MOODS)).toEqual(['odd']);
  });
});
