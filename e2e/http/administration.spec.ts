import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { AccountWithUsagePageDto } from '@inner-weather/contracts/administration/accounts.dto';
import type { AdminStateDto } from '@inner-weather/contracts/administration/admin-state.dto';
import type { DeadLettersDto } from '@inner-weather/contracts/administration/service-state.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { connect } from 'amqplib';
import type { Person } from '../support/requests/api.js';
import { ROUTES } from '../support/requests/documented-routes.js';
import { placesOf, send, withPlace } from '../support/requests/every-route.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { sendPhoto } from '../support/photos.js';
import { expectProblem } from '../support/requests/problem.js';

const run = promisify(execFile);
const BACKUP = resolve(import.meta.dirname, '../../libs/platform/dist/backup/backup.cli.js');
const QUEUE = 'weather.on-entry';
const DEAD_LETTERS = `/api/admin/queues/${QUEUE}/dead-letters`;
const REPLAYS = `/api/admin/queues/${QUEUE}/replays`;

describe("the administrator's page", () => {
  let stack: FakedStack;
  let admin: Person;
  let ben: Person;

  beforeAll(async () => {
    stack = await startFakedStack();
    admin = await stack.api.signUp({ firstName: 'Ada' });
    ben = await stack.api.signUp({ firstName: 'Ben' });
  }, 120_000);

  afterAll(() => stack.stop(), 60_000);

  const state = async (): Promise<AdminStateDto> => {
    const { status, body } = await admin.request<AdminStateDto>('GET', '/api/admin/state');
    expect(status).toBe(200);
    return body;
  };
  const part = async (name: string) => (await state()).parts.find((one) => one.name === name);
  const thing = async (name: string) => (await state()).things.find((one) => one.name === name)?.state;
  const change = (body: object) => admin.request('PATCH', '/api/admin/installation', { body });

  // To whom it is closed: auth's administration.spec.ts, and every route in e2e/attacks.
  it('is closed to operators of the database in every field', async () => {
    const routes = ROUTES.filter((route) => route.split(' ')[1]?.startsWith('/api/admin/'));
    expect(routes.length).toBeGreaterThanOrEqual(8);
    for (const route of routes) {
      const request = REQUESTS[route]!({ person: admin } as never);
      for (const place of [...placesOf(request).keys()].filter((one) => one.startsWith('body.'))) {
        for (const operator of [{ $gt: '' }, { $ne: null }, [{ $gt: '' }]]) {
          const answer = await send(route, { person: admin }, withPlace(request, place, operator));
          expect({ route, place, status: answer.status }).toEqual({ route, place, status: 400 });
        }
      }
    }
  });

  it('tells how every service and every part stands', async () => {
    const { services, parts, queues, isConfirmed } = await eventually(async () => {
      const now = await state();
      // A service that takes longer than the page waits for has no version.
      expect(now.services.map(({ version }) => version)).not.toContain(null);
      return now;
    });
    expect(isConfirmed).toBe(true);
    expect(services.map(({ service }) => service)).toEqual(
      expect.arrayContaining(['gateway', 'auth', 'journal', 'weather', 'insights', 'reminders']),
    );
    expect(new Set(services.map(({ version }) => version)).size).toBe(1);
    const byName = Object.fromEntries(parts.map((one) => [one.name, one.state]));
    expect(byName).toMatchObject({ broker: 'working', database: 'working', mail: 'absent' });
    expect(queues.map(({ name }) => name)).toContain(QUEUE);
  });

  it('tells what photos take, by person and in all, and how much is free', async () => {
    const { body: photo } = await sendPhoto(admin);
    expect((await state()).photos).toEqual({
      photos: 1,
      usedBytes: photo.bytes,
      missing: 0,
      freeBytes: expect.any(Number),
    });
    const { body } = await admin.request<AccountWithUsagePageDto>('GET', '/api/admin/accounts');
    expect(body.items.map(({ name, photos }) => [name.split(' ')[0], photos])).toEqual([
      ['Ada', { photos: 1, usedBytes: photo.bytes }],
      ['Ben', { photos: 0, usedBytes: 0 }],
    ]);
  });

  it('says that the weather provider fails, since when and why, and that it works again', async () => {
    stack.weather.script(...Array.from({ length: 40 }, () => ({ status: 503, body: 'down' })));
    await admin.write({ location: 'Porto' });
    await eventually(async () =>
      expect(await part('weather')).toMatchObject({
        state: 'failing',
        provider: 'weatherapi',
        lastFailure: { code: 'provider_unavailable', service: 'weather', at: expect.any(String) },
      }),
    );
    stack.weather.script();
    const { _id } = await admin.write({ location: 'Bergen' });
    await admin.stamped(_id);
    await eventually(async () =>
      expect(await part('weather')).toMatchObject({
        state: 'working',
        lastFailure: { code: 'provider_unavailable' },
      }),
    );
  });

  it('lists dead letters without their contents, and replays them', async () => {
    const location = 'Replayed City';
    const event = {
      entryId: 'f'.repeat(24),
      userId: ben.user.id,
      createdAt: new Date().toISOString(),
      day: new Date().toISOString().slice(0, 10),
      location,
      weatherKey: 'a key',
      weatherStatus: 'pending',
    };
    const eventId = randomUUID();
    const connection = await connect(stack.infrastructure.amqpUrl);
    const channel = await connection.createConfirmChannel();
    channel.sendToQueue(`${QUEUE}.dlq`, Buffer.from(JSON.stringify(event)), {
      messageId: eventId,
      type: 'journal.entry.created.v1',
      persistent: true,
      headers: { 'x-attempt': 5, 'x-failure-reason': 'LookUpError: status 503' },
    });
    await channel.waitForConfirms();
    await connection.close();

    await eventually(async () =>
      expect((await state()).queues.find(({ name }) => name === QUEUE)).toMatchObject({ dead: 1 }),
    );
    const list = () => admin.request<DeadLettersDto>('GET', DEAD_LETTERS);
    const { body } = await list();
    expect(body).toMatchObject({
      total: 1,
      letters: [{ eventId, attempts: 5, reason: 'LookUpError: status 503' }],
    });
    expect(JSON.stringify(body)).not.toContain(location);
    // A listing takes the messages out of the queue, and the broker has them back a moment later.
    await eventually(async () =>
      expect((await admin.request('POST', REPLAYS)).body).toEqual({ replayed: 1, left: 0 }),
    );
    await eventually(() => expect(stack.weather.seen.some(({ query }) => query.q === location)).toBe(true));
    expect((await list()).body).toEqual({ total: 0, letters: [] });
    for (const queue of ['gateway.on-session-revoked', '__proto__'])
      expectProblem(
        await admin.request('GET', `/api/admin/queues/${queue}/dead-letters`),
        404,
        'not_found',
        'There is no such queue.',
      );
  });

  it('knows that the keys are kept elsewhere, and when the last backup was made', async () => {
    expect([await thing('encryption'), await thing('backup')]).toEqual(['to_do', 'to_do']);
    await change({ keysKeptElsewhere: true });
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-backup-'));
    const { mongoUrl, mongoDb } = stack.infrastructure;
    const env = { PATH: process.env.PATH, MONGO_URL: mongoUrl, MONGO_DATABASE_PREFIX: `${mongoDb}_` };
    try {
      await run(process.execPath, [BACKUP, 'create', join(folder, 'one'), '--without-keys'], { env });
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect([await thing('encryption'), await thing('backup')]).toEqual(['done', 'done']);
    const { installation } = await state();
    expect(installation?.lastBackup).toMatchObject({ hasKeys: false, version: expect.any(String) });
    expect(Date.parse(installation?.lastBackup?.finishedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('still says what is gone when it is auth, to those who administered a moment ago', async () => {
    await state();
    await stack.services.auth.stop();
    try {
      // The queue of its calls stays for a minute, so they time out.
      const [answer, ...refused] = await Promise.all([
        admin.request<AdminStateDto>('GET', '/api/admin/state'),
        admin.request('GET', '/api/admin/accounts'),
        admin.request('POST', REPLAYS),
        ben.request('GET', '/api/admin/state'),
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ isConfirmed: false, installation: null });
      const silent = answer.body.services.filter(({ version }) => version === null);
      expect(silent.map(({ service }) => service)).toEqual(['auth']);
      expect(answer.body.things).toContainEqual({ name: 'version', state: 'unknown' });
      for (const { status } of refused) expect([503, 504]).toContain(status);
    } finally {
      stack.services.auth.start();
      await stack.services.auth.ready();
    }
    await eventually(async () => expect((await state()).isConfirmed).toBe(true));
  }, 120_000);
});
