import { randomUUID } from 'node:crypto';
import { dayName, dayNumber } from '@inner-weather/domain/time/local-time';
import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import { eventsHandled } from '@inner-weather/platform/events/events.metrics';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import type { PushOutcome } from '../src/push/push-client.js';
import { LettersRepository } from '../src/letters/letters.repository.js';
import { type RemindersUnderTest, startReminders } from './harness.js';

const LETTER = { on: true, weekday: 7, time: '19:00', byMail: true, wordsInMail: false };
const HOUR_MS = 60 * 60_000;
const DUE = 'reminders.letter.due.v1';

describe('weekly letters', () => {
  let service: RemindersUnderTest;
  let userId: string;

  beforeAll(async () => {
    service = await startReminders();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    userId = `user-${randomUUID()}`;
    service.push.sent.length = 0;
    service.push.answer = () => ({ outcome: 'sent' });
    service.published.length = 0;
    await service.letters.deleteMany({});
  });

  const set = (changes: Partial<typeof LETTER> = {}, account: object = {}, of = userId) =>
    service.call('reminders.set-letter', {
      userId: of,
      timeZone: 'Europe/Berlin',
      ...account,
      letter: { ...LETTER, ...changes },
    });
  const subscribe = () => service.subscribe(userId);
  const stored = () => service.letters.findOne({ _id: userId });
  const today = new Date().toISOString().slice(0, 10);
  const makeDue = (at = new Date(Date.now() - 1_000), of: object = { _id: userId }) =>
    service.letters.updateMany(of, { $set: { nextAt: at, nextDay: today }, $unset: { lastWeek: 1 } });
  const requestDue = () => Promise.all(service.letterSchedulers.map((one) => one.requestDue()));
  const due = (of = userId) =>
    service.published.filter(({ type, payload }) => type === DUE && payload.userId === of);
  const written = (week = '2026-W48') => ({ userId, week, insightId: 'an-insight' });
  /** How often the event about a written letter came and had this outcome. */
  const came = async (outcome: 'acked' | 'retried'): Promise<number> =>
    (await eventsHandled().get()).values.find(
      ({ labels }) => labels.queue === 'reminders.on-letter' && labels.outcome === outcome,
    )?.value ?? 0;

  it('are off until they are chosen, and then come at their time in the zone of the account', async () => {
    const before = await service.call('reminders.get', { userId, timeZone: 'Asia/Tokyo' });
    expect(before.letter).toEqual({
      ...{ ...LETTER, on: false, byMail: false },
      timeZone: 'Asia/Tokyo',
      nextAt: null,
    });
    expect(await stored()).toBeNull();
    const { letter } = await set();
    expect(letter).toEqual({ ...LETTER, timeZone: 'Europe/Berlin', nextAt: expect.any(String) });
    const inBerlin = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: 'Europe/Berlin', weekday: 'long', hour: '2-digit', minute: '2-digit' },
    });
    expect(inBerlin.format(new Date(letter.nextAt ?? ''))).toMatch(/^Sunday.* 19:00$/);
    const moved = await service.call('reminders.get', { userId, timeZone: 'Asia/Tokyo', language: 'de' });
    expect(moved.letter.nextAt).not.toBe(letter.nextAt);
    expect(await stored()).toMatchObject({ language: 'de', timeZone: 'Asia/Tokyo' });
    expect((await set({ on: false })).letter.nextAt).toBeNull();
    expect(await stored()).not.toHaveProperty('nextAt');
  });

  it.each(['all', 'the mail'])(
    'stay off, if %s is turned off while they follow the account',
    async (what) => {
      await set();
      const find = jest.spyOn(LettersRepository.prototype, 'find');
      find.mockImplementationOnce(async function (this: LettersRepository, of) {
        const before = await this.find(of);
        await (what === 'all' ? set({ on: false }) : this.stopMail(of));
        return before;
      });
      const inTokyo = { userId, timeZone: 'Asia/Tokyo' };
      const off = what === 'all' ? { on: false, nextAt: null } : { byMail: false };
      expect((await service.call('reminders.get', inTokyo)).letter).toMatchObject(off);
      find.mockRestore();
      expect((await service.call('reminders.get', inTokyo)).letter).toMatchObject(off);
      expect(await stored()).toMatchObject({ timeZone: 'Asia/Tokyo' });
    },
  );

  it('of many people are requested once each by two replicas, for the seven days of that evening', async () => {
    const people = Array.from({ length: 120 }, (_, n) => `${userId}-${n}`);
    await set({}, {}, people[0]);
    const one = (await service.letters.findOne({ _id: people[0] }))!;
    await service.letters.insertMany(people.slice(1).map((_id) => ({ ...one, _id })));
    await makeDue(undefined, { _id: { $in: people } });
    await requestDue();
    await requestDue();
    await eventually(() => expect(people.flatMap((person) => due(person))).toHaveLength(people.length));
    for (const person of people) expect(due(person)).toHaveLength(1);
    expect(due(people[0])[0]?.payload).toEqual({
      ...{ userId: people[0], week: isoWeekOf(today) },
      ...{ startDate: dayName(dayNumber(today) - 6), endDate: today },
    });
    expect(await service.letters.countDocuments({ nextAt: { $lte: new Date() } })).toBe(0);
  }, 120_000);

  it('come once a week, also if the day of the week is moved', async () => {
    await set();
    await makeDue();
    await requestDue();
    await eventually(() => expect(due()).toHaveLength(1));
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
      const { letter } = await set({ weekday });
      expect(isoWeekOf(letter.nextAt!.slice(0, 10)) > isoWeekOf(today)).toBe(true);
    }
  });

  it('are left out if a pause of the service made them too late, and the next one comes', async () => {
    await set();
    await makeDue(new Date(Date.now() - 49 * HOUR_MS));
    await requestDue();
    // An event would be told later: there never was one.
    expect(await stored()).not.toHaveProperty('outbox');
    expect(due()).toEqual([]);
    expect((await stored())?.nextAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('are planned again, as reminders are, if a clock was wrong by a year', async () => {
    await set();
    const settings = { on: true, time: '21:00', weekdays: [7] };
    await service.call('reminders.set', { userId, timeZone: 'Europe/Berlin', settings });
    const nextAt = new Date(Date.now() + 365 * 24 * HOUR_MS);
    const nextDay = nextAt.toISOString().slice(0, 10);
    const lastWeek = isoWeekOf(nextDay);
    await service.letters.updateOne({ _id: userId }, { $set: { nextAt, nextDay, lastWeek } });
    await service.reminders.updateOne({ _id: userId }, { $set: { nextAt, nextDay, wakeAt: nextAt } });
    await requestDue();
    await Promise.all(service.schedulers.map((scheduler) => scheduler.sendDue()));
    const letter = (await stored())!;
    expect(letter).not.toHaveProperty('lastWeek');
    const reminder = (await service.reminders.findOne({ _id: userId }))!;
    expect(reminder.wakeAt).toEqual(reminder.nextAt);
    for (const planned of [letter, reminder]) {
      const aheadMs = planned.nextAt!.getTime() - Date.now();
      expect(aheadMs).toBeGreaterThan(0);
      expect(aheadMs).toBeLessThan(8 * 24 * HOUR_MS);
      expect(planned.nextDay! < nextDay).toBe(true);
    }
  });

  it('are told to each device once, and the message has no word of them', async () => {
    await set();
    await subscribe();
    await subscribe();
    for (const _ of [1, 2]) service.publish('insights.letter.written.v1', written());
    await eventually(() => expect(service.push.sent).toHaveLength(2));
    const noted = (letterSent: string) =>
      eventually(async () => expect(await service.devices.countDocuments({ userId, letterSent })).toBe(2));
    await noted('2026-W48');
    service.publish('insights.letter.written.v1', written('2026-W49'));
    await noted('2026-W49');
    for (const week of ['2026-W48', '2026-W49', '2026-W50'])
      service.publish('insights.letter.written.v1', written(week));
    await noted('2026-W50');
    expect(service.push.sent.map(({ message }) => message.topic)).toEqual([
      ...['letter-2026-W48', 'letter-2026-W48', 'letter-2026-W49', 'letter-2026-W49'],
      ...['letter-2026-W50', 'letter-2026-W50'],
    ]);
    expect(JSON.parse(service.push.sent[0]!.message.payload)).toEqual({
      ...{ title: 'Your letter of the week is here', body: 'It looks back on your last seven days.' },
      ...{ lang: 'en', dir: 'ltr', tag: 'letter-2026-W48', path: '/insights/an-insight', actions: [] },
    });
  });

  it('are told once although the event arrives twice at the same time', async () => {
    await set();
    await subscribe();
    let answer!: (outcome: PushOutcome) => void;
    const answered = new Promise<PushOutcome>((resolve) => (answer = resolve));
    service.push.answer = () => answered;
    const [retried, acked] = [await came('retried'), await came('acked')];
    for (const _ of [1, 2]) service.publish('insights.letter.written.v1', written());
    await eventually(() => expect(service.push.sent).toHaveLength(1));
    // The other one has come, and waits for its turn.
    await eventually(async () => expect(await came('retried')).toBeGreaterThan(retried));
    answer({ outcome: 'sent' });
    // Both are done with. The other one comes again within 7 seconds, or 43 if it is unlucky.
    await eventually(async () => expect(await came('acked')).toBeGreaterThanOrEqual(acked + 2), {
      timeoutMs: 60_000,
    });
    await eventually(async () => expect(await stored()).not.toHaveProperty('tellingUntil'));
    expect(service.push.sent).toHaveLength(1);
  }, 120_000);

  it('are told later to a device whose push service asks for that, and not again to the others', async () => {
    await set();
    await subscribe();
    await subscribe();
    let refusals = 0;
    service.push.answer = () =>
      refusals++ === 0 ? { outcome: 'later', reason: '503' } : { outcome: 'sent' };
    service.publish('insights.letter.written.v1', written());
    await eventually(() => expect(service.push.sent).toHaveLength(3));
    const [first, second, third] = service.push.sent.map(({ endpoint }) => endpoint);
    expect(third).toBe(first);
    expect(second).not.toBe(first);
    expect(await service.deadLetters('reminders.on-letter')).toBe(0);
  });

  it('that were turned off meanwhile are not told', async () => {
    await set({ on: false });
    await subscribe();
    const acked = await came('acked');
    service.publish('insights.letter.written.v1', written());
    await eventually(async () => expect(await came('acked')).toBeGreaterThan(acked));
    expect(service.push.sent).toEqual([]);
  });

  it('say to the service that sends mail what was chosen', async () => {
    const delivery = () => service.call('reminders.get-letter', { userId });
    expect(await delivery()).toEqual({ on: false, byMail: false, wordsInMail: false });
    await set({ wordsInMail: true });
    expect(await delivery()).toMatchObject({ on: true, byMail: true, wordsInMail: true });
  });

  it('go on when their mail is stopped by its link, which is the same in every mail and for no one else', async () => {
    const stop = (secret = '') => service.call('reminders.stop-letter-mail', { secret });
    const secretOf = async (of: string) =>
      (await service.call('reminders.get-letter', { userId: of })).stopSecret ?? '';
    await set({ wordsInMail: true });
    await set({}, {}, `${userId}-other`);
    const [secret, other] = [await secretOf(userId), await secretOf(`${userId}-other`)];
    expect(await secretOf(userId)).toBe(secret);
    const proof = other.split('.')[1] ?? '';
    for (const guess of ['', userId, `${userId}.`, `${userId}.${proof}`, `nobody.${proof}`])
      await expect(stop(guess)).rejects.toMatchObject({ code: 'not_found' });
    expect(await stored()).toMatchObject({ byMail: true });
    for (const _ of [1, 2]) await expect(stop(secret)).resolves.toBeNull();
    expect(await stored()).toMatchObject({ on: true, byMail: false, nextAt: expect.any(Date) });
    expect(await service.letters.findOne({ _id: `${userId}-other` })).toMatchObject({ byMail: true });
  });

  it('keep the claim of the event that is told, though an earlier one took longer than its lease', async () => {
    await set();
    await subscribe();
    const answers: ((outcome: PushOutcome) => void)[] = [];
    service.push.answer = () => new Promise((resolve) => answers.push(resolve));
    service.publish('insights.letter.written.v1', written());
    await eventually(() => expect(answers).toHaveLength(1));
    // As if its lease had ended.
    await service.letters.updateOne({ _id: userId }, { $set: { tellingUntil: new Date(0) } });
    const acked = await came('acked');
    service.publish('insights.letter.written.v1', written('2026-W49'));
    await eventually(() => expect(answers).toHaveLength(2));
    const { tellingUntil } = (await stored())!;
    answers[0]?.({ outcome: 'sent' });
    await eventually(async () => expect(await came('acked')).toBe(acked + 1));
    expect(await stored()).toMatchObject({ tellingUntil });
    answers[1]?.({ outcome: 'sent' });
    await eventually(async () => expect(await stored()).not.toHaveProperty('tellingUntil'));
  });

  it('come although one cannot be planned', async () => {
    const other = `${userId}-other`;
    await set();
    await set({}, {}, other);
    await makeDue(new Date(Date.now() - 1_000), {});
    // A zone that a newer Node knows, of which the letter comes first.
    const earlier = { timeZone: 'Moon/Tranquility', nextAt: new Date(Date.now() - 2_000) };
    await service.letters.updateOne({ _id: userId }, { $set: earlier });
    await requestDue();
    await eventually(() => expect(due(other)).toHaveLength(1));
    expect(due()).toEqual([]);
  });

  it('are erased with the account', async () => {
    await set();
    service.publish('auth.user.deleted.v1', { userId });
    await eventually(async () => expect(await stored()).toBeNull());
    await expect(set()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await stored()).toBeNull();
  });

  describe('whose settings change while they become due', () => {
    it('come, and the settings apply to the next', async () => {
      await set();
      await makeDue();
      await set({ weekday: 3, byMail: false });
      expect(await stored()).toMatchObject({ nextDay: today, weekday: 3, byMail: false });
      await requestDue();
      await eventually(() => expect(due()).toHaveLength(1));
      expect(due()[0]!.payload).toMatchObject({ week: isoWeekOf(today), endDate: today });
      const { nextAt, nextDay } = (await stored())!;
      expect(nextAt!.getTime()).toBeGreaterThan(Date.now());
      expect(new Date(`${nextDay}T12:00Z`).getUTCDay()).toBe(3);
    });

    it('are not planned twice', async () => {
      await set();
      const find = jest.spyOn(LettersRepository.prototype, 'find');
      find.mockImplementationOnce(async function (this: LettersRepository, of) {
        const before = await this.find(of);
        await makeDue();
        await requestDue();
        return before;
      });
      await set({ byMail: false });
      find.mockRestore();
      expect(await stored()).toMatchObject({ byMail: false, lastWeek: isoWeekOf(today) });
      expect(isoWeekOf((await stored())?.nextDay ?? '') > isoWeekOf(today)).toBe(true);
    });

    it('are planned by the new settings, also if one is requested meanwhile', async () => {
      await set();
      await makeDue();
      const advance = jest.spyOn(LettersRepository.prototype, 'advance');
      advance.mockImplementationOnce(async function (this: LettersRepository, ...args) {
        await set({ weekday: 3 });
        return this.advance(...args);
      });
      await service.letterSchedulers[0]!.requestDue();
      await service.letterSchedulers[0]!.requestDue();
      advance.mockRestore();
      await eventually(() => expect(due()).toHaveLength(1));
      expect(new Date(`${(await stored())!.nextDay}T12:00Z`).getUTCDay()).toBe(3);
    });

    it('are not planned twice, if they follow the account meanwhile', async () => {
      await set();
      await makeDue();
      const find = jest.spyOn(LettersRepository.prototype, 'find');
      find.mockImplementationOnce(async function (this: LettersRepository, of) {
        const before = await this.find(of);
        await requestDue();
        return before;
      });
      await service.call('reminders.get', { userId, timeZone: 'Europe/Berlin', language: 'de' });
      find.mockRestore();
      expect(isoWeekOf((await stored())?.nextDay ?? '') > isoWeekOf(today)).toBe(true);
    });
  });
});
