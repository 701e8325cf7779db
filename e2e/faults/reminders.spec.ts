import type { RemindersDto, TestedRemindersDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Person } from '../support/api.js';
import { makeDue, type RemindedStack, startRemindedStack } from '../support/reminded.js';

/** Milliseconds after which reminders stop to wait for a push service. */
const PUSH_TIMEOUT_MS = 3_000;

describe('reminders, through all services', () => {
  let stack: RemindedStack;
  let person: Person;
  let device: { id: string };

  beforeAll(async () => {
    stack = await startRemindedStack({ REMINDERS_PUSH_TIMEOUT_MS: String(PUSH_TIMEOUT_MS) });
  }, 120_000);

  afterAll(() => stack.stop(), 60_000);

  beforeEach(async () => {
    stack.push.answerWith(() => ({ status: 201 }));
    stack.push.deliveries.length = 0;
    person = await stack.api.signUp();
    await set();
    device = await subscribe();
  });

  /** Half a day from now, so that no other reminder comes in between. */
  const time = new Date(Date.now() + 12 * 60 * 60_000).toISOString().slice(11, 16);
  const EVERY_DAY = { on: true, time, weekdays: [1, 2, 3, 4, 5, 6, 7], timeZone: 'UTC' };
  const set = async () => {
    const { status, body } = await person.request<RemindersDto>('PUT', '/api/reminders', {
      body: EVERY_DAY,
    });
    expect(status).toBe(200);
    return body;
  };
  const get = async () => (await person.request<RemindersDto>('GET', '/api/reminders')).body;
  const subscribe = async () => {
    const { id, endpoint, keys } = stack.push.subscribe();
    const body = { endpoint, keys };
    const { status } = await person.request('POST', '/api/reminders/subscriptions', { body });
    expect(status).toBe(201);
    return { id };
  };
  const arrived = ({ id } = device) => stack.push.deliveries.filter((delivery) => delivery.id === id);
  const due = (at?: Date) => makeDue(stack.db, person.user.id, at);
  /** Resolves when the reminder has been dealt with: the next one is planned. */
  const planned = (timeoutMs = 30_000) =>
    eventually(async () => expect(Date.parse((await get()).nextAt ?? '')).toBeGreaterThan(Date.now()), {
      timeoutMs,
    });

  it('come although something was written, if it was undone', async () => {
    const entry = await person.write({ weatherData: 'Sunny' });
    await eventually(async () => expect(await stored()).toHaveProperty('writtenDay'));
    await person.request('DELETE', `/api/journal/delete/${entry._id}`);
    await eventually(async () => expect(await stored()).not.toHaveProperty('writtenDay'));
    await due();
    await eventually(() => expect(arrived()).toHaveLength(1));
  });

  it('do not come either when it was written before they were turned on', async () => {
    const other = await stack.api.signUp();
    await other.write({ weatherData: 'Sunny' });
    person = other;
    await set();
    device = await subscribe();
    await due();
    await planned();
    expect(arrived()).toEqual([]);
  });

  it('come although entries of earlier days are imported', async () => {
    const createdAt = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString();
    const entries = [{ content: 'Long ago', location: 'Porto', createdAt }];
    const { status } = await person.request('POST', '/api/journal/import', { body: { entries } });
    expect(status).toBe(200);
    await eventually(async () => expect(await stored()).toHaveProperty('writtenDay', createdAt.slice(0, 10)));
    await due();
    await eventually(() => expect(arrived()).toHaveLength(1));
  });

  it.each([404, 410])('end at a device whose push service answers %d', async (status) => {
    stack.push.answerWith(() => ({ status }));
    await due();
    await eventually(async () => expect((await get()).devices).toEqual([]));
    await planned();
  });

  it.each([429, 503])(
    'are tried again when a push service answers %d, and reach each device once',
    async (status) => {
      const second = await subscribe();
      let refusals = 0;
      stack.push.answerWith((id) =>
        id === second.id && refusals++ === 0 ? { status, headers: { 'retry-after': '1' } } : { status: 201 },
      );
      await due();
      await eventually(async () => expect(await stored()).toMatchObject({ attempts: 1 }));
      await stack.db
        .collection<{ _id: string }>('reminders')
        .updateOne({ _id: person.user.id, attempts: 1 }, { $set: { wakeAt: new Date() } });
      await eventually(async () => {
        expect(arrived(second)).toHaveLength(1);
        expect(await stored()).toMatchObject({ attempts: 0 });
      });
      expect(arrived()).toHaveLength(1);
    },
  );

  it.each([
    ['redirects', { status: 307 }],
    ['refuses', { status: 400 }],
    ['does not answer in time', { status: 201, delayMs: 4 * PUSH_TIMEOUT_MS }],
  ])('do not arrive when a push service %s, and nobody has to wait for that', async (_what, reply) => {
    const other = stack.push.subscribe();
    stack.push.answerWith(() => ({ ...reply, headers: { location: other.endpoint } }));
    const startedAt = Date.now();
    const { body } = await person.request<TestedRemindersDto>('POST', '/api/reminders/test');
    expect(body).toEqual({ sent: 0, failed: 1, ended: 0 });
    expect(Date.now() - startedAt).toBeLessThan(2 * PUSH_TIMEOUT_MS);
    expect(arrived(other)).toEqual([]);
    expect(stack.push.refused).toEqual([]);
  });

  const stored = () =>
    stack.db.collection<{ _id: string; nextAt?: Date }>('reminders').findOne({ _id: person.user.id });
});
