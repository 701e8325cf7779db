import { randomUUID } from 'node:crypto';
import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { LettersRepository } from '../src/letters/letters.repository.js';
import { type RemindersUnderTest, startReminders } from './harness.js';

const LETTER = { on: true, weekday: 7, time: '19:00', byMail: true, wordsInMail: false };

describe('weekly letters whose settings change while they become due', () => {
  let service: RemindersUnderTest;
  let userId: string;

  beforeAll(async () => {
    service = await startReminders();
  });

  afterAll(() => service.stop());

  beforeEach(() => {
    userId = `user-${randomUUID()}`;
  });

  const set = (changes: Partial<typeof LETTER> = {}) =>
    service.call('reminders.set-letter', {
      ...{ userId, timeZone: 'Europe/Berlin' },
      letter: { ...LETTER, ...changes },
    });
  const stored = () => service.letters.findOne({ _id: userId });
  const today = new Date().toISOString().slice(0, 10);
  const makeDue = () =>
    service.letters.updateOne(
      { _id: userId },
      { $set: { nextAt: new Date(Date.now() - 1_000), nextDay: today }, $unset: { lastWeek: 1 } },
    );
  const requestDue = () => Promise.all(service.letterSchedulers.map((one) => one.requestDue()));
  const due = () =>
    service.published.filter(
      ({ type, payload }) => type === 'reminders.letter.due.v1' && payload.userId === userId,
    );

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
