import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { LIMITS } from '@inner-weather/domain/limits';
import { dayName, dayNumber, todayIn } from '@inner-weather/domain/time/local-time';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { RemindersRepository } from '../src/reminders/reminders.repository.js';
import { newSubscription, type RemindersUnderTest, startReminders } from './harness.js';

const EVERY_DAY = { on: true, time: '21:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
/** No test waits for its end, but what it claims has to be begun in good time before that. */
const LEASE_MS = 120_000;
const DAY_MS = 24 * 60 * 60_000;

describe('reminders', () => {
  let service: RemindersUnderTest;
  let userId: string;

  beforeAll(async () => {
    service = await startReminders({ REMINDERS_LEASE_MS: LEASE_MS });
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    userId = `user-${randomUUID()}`;
    service.push.sent.length = 0;
    service.push.answer = () => ({ outcome: 'sent' });
    service.journal.isWritten = () => false;
    await service.reminders.updateMany({}, { $unset: { wakeAt: 1 } });
  });

  const set = (of = userId, account: object = {}) =>
    service.call('reminders.set', { userId: of, timeZone: 'Europe/Berlin', ...account, settings: EVERY_DAY });
  const subscribe = (of = userId) => service.subscribe(of);
  const stored = (of = userId) => service.reminders.findOne({ _id: of });
  const makeDue = (at: Date, nextDay = at.toISOString().slice(0, 10)) =>
    service.reminders.updateOne({ _id: userId }, { $set: { nextAt: at, nextDay, wakeAt: at } });
  const sendDue = () => Promise.all(service.schedulers.map((scheduler) => scheduler.sendDue()));

  it('of more people than are claimed at once are sent once each, by two replicas or by one', async () => {
    // Those with a device are due last: beyond the hundred that are claimed at once.
    const people = Array.from({ length: 105 }, (_, n) => `${userId}-${n}`);
    const reached = people.slice(100);
    await Promise.all(reached.flatMap((person) => [set(person), subscribe(person)]));
    const one = (await stored(reached[0]))!;
    await service.reminders.insertMany(people.slice(0, 100).map((_id) => ({ ...one, _id })));
    for (const [at, replicas] of [
      [new Date(Date.now() - 2_000), service.schedulers],
      [new Date(Date.now() - 1_000), service.schedulers.slice(1)],
    ] as const) {
      service.push.sent.length = 0;
      const due = { nextAt: at, nextDay: at.toISOString().slice(0, 10), wakeAt: new Date(at.getTime() - 1) };
      await service.reminders.updateMany({ _id: { $in: people } }, { $set: due });
      await service.reminders.updateMany({ _id: { $in: reached } }, { $set: { wakeAt: at } });
      await Promise.all(replicas.map((scheduler) => scheduler.sendDue()));
      expect(service.push.sent).toHaveLength(reached.length);
      expect(new Set(service.push.sent.map(({ endpoint }) => endpoint)).size).toBe(reached.length);
      expect(await service.reminders.countDocuments({ claim: { $exists: true } })).toBe(0);
      expect(await service.reminders.countDocuments({ wakeAt: { $lte: new Date() } })).toBe(0);
    }
  });

  it('stay with a replica until its lease ends, and then go to the devices that it has not reached', async () => {
    await set();
    await subscribe();
    await subscribe();
    const at = new Date();
    await makeDue(at);
    let sends = 0;
    // As if the replica was killed after one of the two.
    service.push.answer = () => (sends++ === 0 ? { outcome: 'sent' } : Promise.reject(new Error('killed')));
    await service.schedulers[0]?.sendDue();
    expect(service.push.sent).toHaveLength(2);
    await service.schedulers[1]?.sendDue();
    expect(service.push.sent).toHaveLength(2);
    await eventually(async () =>
      expect(await service.devices.countDocuments({ userId, sentFor: at })).toBe(1),
    );
    service.push.answer = () => ({ outcome: 'sent' });
    await service.reminders.updateOne({ _id: userId }, { $set: { wakeAt: new Date() } });
    await service.schedulers[1]?.sendDue();
    expect(service.push.sent).toHaveLength(3);
    const [first, second, third] = service.push.sent;
    expect([first?.endpoint, second?.endpoint]).toContain(third?.endpoint);
    expect(new Set(service.push.sent.map(({ message }) => message.topic)).size).toBe(1);
    expect((await stored())?.nextAt?.getTime()).toBeGreaterThan(at.getTime());
  });

  it('end at a device whose push service does not know it any more', async () => {
    await set();
    await subscribe();
    await makeDue(new Date());
    service.push.answer = () => ({ outcome: 'ended' });
    await sendDue();
    expect(await service.devices.countDocuments({ userId })).toBe(0);
    expect((await stored())?.nextAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('are tried again when a push service asks for that, and reach each device once', async () => {
    await set();
    await subscribe();
    await subscribe();
    await makeDue(new Date());
    let refusals = 0;
    service.push.answer = () =>
      refusals++ === 0 ? { outcome: 'later', reason: '429', afterMs: 1_000 } : { outcome: 'sent' };
    await sendDue();
    expect(await stored()).toMatchObject({ attempts: 1 });
    await service.reminders.updateOne({ _id: userId }, { $set: { wakeAt: new Date() } });
    await sendDue();
    const [first, second, third, ...more] = service.push.sent.map(({ endpoint }) => endpoint);
    expect([[first, second].includes(third), first === second, more]).toEqual([true, false, []]);
    expect(await stored()).toMatchObject({ attempts: 0 });
  });

  it('are sent although push services may take longer to answer than the lease', async () => {
    await set();
    await subscribe();
    await makeDue(new Date());
    const timeouts = service.configs.map((config) => config.REMINDERS_PUSH_TIMEOUT_MS);
    for (const config of service.configs) config.REMINDERS_PUSH_TIMEOUT_MS = LEASE_MS;
    await sendDue();
    service.configs.forEach((config, n) => (config.REMINDERS_PUSH_TIMEOUT_MS = timeouts[n]!));
    expect(service.push.sent).toHaveLength(1);
  });

  it('that were changed meanwhile are not planned by the replica that sends them', async () => {
    await set();
    await subscribe();
    await makeDue(new Date());
    service.push.answer = async () => {
      await service.call('reminders.set', { userId, timeZone: 'UTC', settings: { ...EVERY_DAY, on: false } });
      return { outcome: 'sent' };
    };
    await sendDue();
    const reminder = await stored();
    expect(reminder).toMatchObject({ on: false });
    expect(reminder).not.toHaveProperty('wakeAt');
  });

  it('stay off, if they are turned off while they follow the account', async () => {
    await set();
    const find = jest.spyOn(RemindersRepository.prototype, 'find');
    find.mockImplementationOnce(async function (this: RemindersRepository, of) {
      const before = await this.find(of);
      const off = { ...EVERY_DAY, on: false };
      await service.call('reminders.set', { userId, timeZone: 'Europe/Berlin', settings: off });
      return before;
    });
    const inTokyo = { userId, timeZone: 'Asia/Tokyo' };
    expect(await service.call('reminders.get', inTokyo)).toMatchObject({ on: false, nextAt: null });
    find.mockRestore();
    expect(await stored()).not.toHaveProperty('wakeAt');
    await service.call('reminders.get', inTokyo);
    expect(await stored()).toMatchObject({ on: false, timeZone: 'Asia/Tokyo' });
  });

  it('stay in the zone that was shown last, if neither account nor device names one', async () => {
    const settings = { ...EVERY_DAY, timeZone: 'America/Lima' };
    const { nextAt } = await service.call('reminders.set', { userId, settings });
    const again = await service.call('reminders.set', { userId, settings: EVERY_DAY });
    expect(again).toMatchObject({ timeZone: 'America/Lima', nextAt });
  });

  it('lead to a template, by its name alone, until another or none is chosen', async () => {
    const choose = (more: object) =>
      service.call('reminders.set', { userId, timeZone: 'UTC', settings: { ...EVERY_DAY, ...more } });
    const pathOf = async () => {
      service.push.sent.length = 0;
      await service.devices.updateMany({ userId }, { $unset: { sentFor: 1 } });
      await makeDue(new Date(Date.now() - 1_000));
      await sendDue();
      return (JSON.parse(service.push.sent[0]?.message.payload ?? '{}') as { path?: string }).path;
    };
    await choose({});
    await subscribe();
    expect(await pathOf()).toBeUndefined();
    expect(await choose({ template: 'dream' })).toMatchObject({ template: 'dream' });
    // A page of an earlier version names none.
    expect(await choose({})).toMatchObject({ template: 'dream' });
    expect(await pathOf()).toBe('/journal?template=dream');
    await expect(choose({ template: '//evil.example' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await choose({ template: null })).toMatchObject({ template: null });
    expect(await pathOf()).toBeUndefined();
  });

  it('that a pause of the service made too late are dropped, and the next one that is not comes', async () => {
    await set();
    await subscribe();
    // The time of the last hour, of a service that was down for days.
    const time = new Date(Date.now() - 60 * 60_000).toISOString().slice(11, 16);
    await service.call('reminders.set', { userId, timeZone: 'UTC', settings: { ...EVERY_DAY, time } });
    await makeDue(new Date(Date.now() - 3 * DAY_MS));
    await sendDue();
    expect(service.push.sent).toHaveLength(1);
    expect((await stored())?.nextAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('are at most ten devices of one person', async () => {
    for (let n = 0; n < LIMITS.reminderDevicesMax; n++) await subscribe();
    await expect(subscribe()).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await service.devices.countDocuments({ userId })).toBe(LIMITS.reminderDevicesMax);
    await Promise.allSettled(Array.from({ length: 20 }, () => subscribe()));
    expect(await service.devices.countDocuments({ userId })).toBe(LIMITS.reminderDevicesMax);
  });

  it('keep endpoints and keys encrypted', async () => {
    const subscription = newSubscription();
    await service.call('reminders.subscribe', { userId, subscription, userAgent: '' });
    const device = JSON.stringify(await service.devices.findOne({ userId }));
    for (const secret of [subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth])
      expect(device).not.toContain(secret.slice(-20));
  });

  describe('and entries', () => {
    const created = (day: string) => ({
      ...{ entryId: randomUUID(), userId, createdAt: `${day}T21:30:00.000+01:00`, day, location: 'Porto' },
      ...{ weatherKey: 'porto', weatherStatus: 'ready' as const },
    });
    const write = (day: string, id?: string) => service.publish('journal.entry.created.v1', created(day), id);
    const writtenDay = async () => (await stored())?.writtenDay;

    it('note the last day, however often and in whatever order the events come', async () => {
      await set();
      const id = randomUUID();
      write('2026-11-20', id);
      write('2026-11-20', id);
      write('2026-11-01');
      await eventually(async () => expect(await writtenDay()).toBe('2026-11-20'));
      write('2026-11-21');
      await eventually(async () => expect(await writtenDay()).toBe('2026-11-21'));
      expect(await service.deadLetters('reminders.on-entry')).toBe(0);
    });

    it('at night keep away the reminder of their day that comes after midnight, and no other', async () => {
      await set(userId, { dayEndsAt: 3 });
      await subscribe();
      write('2026-11-20');
      await eventually(async () => expect(await writtenDay()).toBe('2026-11-20'));
      await makeDue(new Date(), '2026-11-20');
      await sendDue();
      expect(service.push.sent).toEqual([]);
      await makeDue(new Date(), '2026-11-21');
      await sendDue();
      expect(service.push.sent).toHaveLength(1);
    });

    it('that were written today are asked for when reminders are first turned on, and not again', async () => {
      const today = todayIn('Europe/Berlin');
      service.journal.isWritten = (day) => day === today;
      await set();
      expect(await writtenDay()).toBe(today);
      service.journal.isWritten = () => Promise.reject(new Error('asked again'));
      await set();
    });

    it('that were deleted leave their day open, though the event of the deletion comes first', async () => {
      await set();
      const entry = created('2026-11-20');
      await service.entries.onDeleted(entry);
      await service.entries.onCreated(entry);
      expect(await writtenDay()).toBeUndefined();
    });

    it('that are written while journal is asked about a deletion of that day are not forgotten', async () => {
      await set();
      await service.entries.onCreated(created('2026-11-20'));
      let answer: ((isWritten: boolean) => void) | undefined;
      service.journal.isWritten = () =>
        new Promise((answered) => {
          answer = answered;
          service.journal.isWritten = () => true;
        });
      const deletion = service.entries.onDeleted(created('2026-11-20'));
      await eventually(() => expect(answer).toBeDefined());
      await service.entries.onCreated(created('2026-11-20'));
      answer?.(false);
      await deletion;
      expect(await writtenDay()).toBe('2026-11-20');
    });

    it('are read once and noted once a day, and cost no write without reminders', async () => {
      const { collection } = service.model;
      const counts = { find: jest.spyOn(collection, 'find'), write: jest.spyOn(collection, 'bulkWrite') };
      const countOf = async (day: string) => {
        counts.find.mockClear();
        counts.write.mockClear();
        await Promise.all([1, 2, 3].map(() => service.entries.onCreated(created(day))));
        return [counts.find.mock.calls.length, counts.write.mock.calls.length];
      };
      expect(await countOf('2026-11-20')).toEqual([1, 0]);
      await set();
      expect(await countOf('2026-11-20')).toEqual([1, 1]);
      expect(await countOf('2026-11-20')).toEqual([1, 0]);
      expect(await writtenDay()).toBe('2026-11-20');
      jest.restoreAllMocks();
    });

    it.each([
      ['of that day', '2026-11-20', false, undefined],
      ['of another day', '2026-11-19', true, '2026-11-20'],
    ])(
      'that are noted just after a deletion %s leave the day as journal says',
      async (_what, day, isWritten, noted) => {
        await set();
        service.journal.isWritten = () => isWritten;
        const { collection } = service.model;
        const write = collection.bulkWrite.bind(collection);
        jest.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...args) => {
          await service.entries.onDeleted(created(day));
          return write(...args);
        });
        await service.entries.onCreated(created('2026-11-20'));
        expect(await writtenDay()).toBe(noted);
      },
    );
  });

  describe('that follow an account', () => {
    /** 26 hours apart: it is never the same day in both. */
    const [EAST, WEST] = ['Pacific/Kiritimati', 'Etc/GMT+12'];

    const setIn = (timeZone: string, time = EVERY_DAY.time) =>
      service.call('reminders.set', { userId, timeZone, settings: { ...EVERY_DAY, time } });
    const get = (timeZone: string, language?: 'de') =>
      service.call('reminders.get', { userId, timeZone, language });
    const makeDueFor = (day: string) => makeDue(new Date(Date.now() - 1_000), day);

    beforeEach(() => subscribe());

    it('are sent as planned if they are due, and follow then', async () => {
      await setIn(EAST);
      await makeDueFor(todayIn(EAST));
      await get(WEST, 'de');
      await sendDue();
      expect(service.push.sent).toHaveLength(1);
      await get(WEST, 'de');
      expect(await stored()).toMatchObject({ timeZone: WEST, language: 'de' });
    });

    it('are sent as planned if they become due meanwhile', async () => {
      await setIn(EAST);
      const find = jest.spyOn(RemindersRepository.prototype, 'find');
      find.mockImplementationOnce(async function (this: RemindersRepository, of) {
        const before = await this.find(of);
        await service.reminders.updateOne({ _id: userId }, { $set: { claim: 'of a replica' } });
        return before;
      });
      await get(WEST);
      find.mockRestore();
      expect(await stored()).toMatchObject({ timeZone: EAST, claim: 'of a replica' });
    });

    it('stay where they are if only the language changes', async () => {
      const { nextAt } = await setIn(EAST);
      // As another replica has it, whose clock is behind.
      const later = new Date(Date.parse(nextAt!) + 1);
      await service.reminders.updateOne({ _id: userId }, { $set: { nextAt: later, wakeAt: later } });
      await get(EAST, 'de');
      expect(await stored()).toMatchObject({ language: 'de', nextAt: later, wakeAt: later });
    });

    it('come once for each day, also after a move to a zone where that day goes on', async () => {
      await setIn(EAST);
      const day = todayIn(WEST);
      await makeDueFor(day);
      await sendDue();
      expect(await stored()).toMatchObject({ remindedDay: day });
      // The last minute of the day is still to come there.
      await service.reminders.updateOne({ _id: userId }, { $set: { time: '23:59' } });
      await get(WEST);
      expect(await stored()).toMatchObject({ timeZone: WEST, nextDay: dayName(dayNumber(day) + 1) });
    });

    it('come again for a day if a later time was chosen on it', async () => {
      // The time that is chosen is a minute before the end of the day there, which is the end of an hour.
      await timeLeft('hour', 75_000);
      await setIn(WEST);
      const day = todayIn(WEST);
      await makeDueFor(day);
      await sendDue();
      await setIn(WEST, '23:59');
      expect(await stored()).toMatchObject({ nextDay: day });
      // An hour behind or ahead, as after a short journey: the day is the same.
      await service.reminders.updateOne({ _id: userId }, { $set: { timeZone: 'Etc/GMT+11' } });
      await get(WEST);
      expect(await stored()).toMatchObject({ timeZone: WEST, nextDay: day });
    }, 150_000);
  });

  describe('of a deleted account', () => {
    it('are erased, with devices and the link, however often the event comes, and cannot be set any more', async () => {
      await set();
      await subscribe();
      const { secret } = await service.call('reminders.make-feed', { userId });
      const id = randomUUID();
      for (const one of [id, id]) service.publish('auth.user.deleted.v1', { userId }, one);
      await eventually(async () => {
        expect(await stored()).toBeNull();
        expect(await service.devices.countDocuments({ userId })).toBe(0);
      });
      await expect(service.call('reminders.get-feed', { secret })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(set()).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(subscribe()).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(await stored()).toBeNull();
      expect(await service.deadLetters('reminders.on-user-deleted')).toBe(0);
    });
  });

  describe('in a calendar', () => {
    const read = async (secret: string) =>
      (await service.call('reminders.get-feed', { secret })).calendar.replaceAll('\r\n ', '');

    it('are shown behind a secret link, until a new one or none is wanted, and none while they are off', async () => {
      await set(userId, { language: 'de' });
      const { secret } = await service.call('reminders.make-feed', { userId });
      const calendar = await read(secret);
      const starts = Array.from(calendar.matchAll(/DTSTART:(\S+)/g), ([, start]) => start);
      expect(starts.length).toBeGreaterThanOrEqual(60);
      const next = (await stored())?.nextAt?.toISOString().replace(/[-:]|\.000/g, '');
      expect(starts).toContain(next);
      expect(JSON.stringify(await stored())).not.toContain(secret);
      const { secret: newSecret } = await service.call('reminders.make-feed', { userId });
      await expect(read(secret)).rejects.toMatchObject({ code: 'not_found' });
      expect(await read(newSecret)).toContain('SUMMARY;LANGUAGE=de:');
      await service.call('reminders.set', { userId, settings: { ...EVERY_DAY, on: false } });
      expect(await read(newSecret)).not.toContain('BEGIN:VEVENT');
      await service.call('reminders.revoke-feed', { userId });
      await expect(read(newSecret)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('end their link with a new password, and keep one that was made later', async () => {
      await set();
      const { secret } = await service.call('reminders.make-feed', { userId });
      const changed = (changedAt: Date, id?: string) =>
        service.publish('auth.password.changed.v1', { userId, changedAt: changedAt.toISOString() }, id);
      const now = new Date();
      changed(now);
      await eventually(() => expect(read(secret)).rejects.toMatchObject({ code: 'not_found' }));
      const { secret: later } = await service.call('reminders.make-feed', { userId });
      // The event comes once more.
      changed(now);
      await service.reminders.updateOne(
        { _id: `${userId}-old` },
        { $set: { feedHash: 'x' } },
        { upsert: true },
      );
      service.publish('auth.password.changed.v1', { userId: `${userId}-old`, changedAt: now.toISOString() });
      await eventually(async () => expect(await stored(`${userId}-old`)).not.toHaveProperty('feedHash'));
      expect(await read(later)).toContain('BEGIN:VEVENT');
      expect(await service.deadLetters('reminders.on-password-changed')).toBe(0);
    });

    it('are one event that repeats, in a file for an app that does not ring for a link', async () => {
      const file = async (account: object = {}) =>
        (await service.call('reminders.get-calendar-file', { userId, ...account })).calendar;
      await expect(file()).rejects.toMatchObject({ code: 'not_found' });
      await set(userId, { dayEndsAt: 3, language: 'de' });
      const settings = { on: true, time: '01:30', weekdays: [5, 7] };
      await service.call('reminders.set', { userId, dayEndsAt: 3, timeZone: 'Europe/Berlin', settings });
      const calendar = await file({ dayEndsAt: 3, language: 'de' });
      // One that belongs to Friday, and is on Saturday; the other is on Monday.
      expect(calendar).toContain('RRULE:FREQ=WEEKLY;BYDAY=SA,MO\r\n');
      const start = /^DTSTART;TZID=Europe\/Berlin:(\d{4})(\d\d)(\d\d)T013000\r$/m.exec(calendar);
      expect([1, 6]).toContain(new Date(start?.slice(1).join('-') ?? '').getUTCDay());
      expect(calendar).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n');
      expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1);
      expect(calendar).toContain('SUMMARY;LANGUAGE=de:');
    });
  });
});
