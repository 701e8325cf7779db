import { randomUUID } from 'node:crypto';
import { dayName, dayNumber, todayIn } from '@inner-weather/domain/time/local-time';
import { timeLeft } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { RemindersRepository } from '../src/reminders/reminders.repository.js';
import { newSubscription, type RemindersUnderTest, startReminders } from './harness.js';

const SETTINGS = { on: true, time: '21:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
/** 26 hours apart: it is never the same day in both. */
const [EAST, WEST] = ['Pacific/Kiritimati', 'Etc/GMT+12'];

describe('reminders that follow an account', () => {
  let service: RemindersUnderTest;
  let userId: string;

  beforeAll(async () => {
    service = await startReminders();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    userId = `user-${randomUUID()}`;
    service.push.sent.length = 0;
    await service.call('reminders.subscribe', { userId, subscription: newSubscription(), userAgent: '' });
  });

  const set = (timeZone: string, time = SETTINGS.time) =>
    service.call('reminders.set', { userId, timeZone, settings: { ...SETTINGS, time } });
  const get = (timeZone: string, language?: 'de') =>
    service.call('reminders.get', { userId, timeZone, language });
  const stored = async () => (await service.reminders.findOne({ _id: userId }))!;
  const makeDue = (nextDay: string) => {
    const at = new Date(Date.now() - 1_000);
    return service.reminders.updateOne({ _id: userId }, { $set: { nextAt: at, nextDay, wakeAt: at } });
  };
  const sendDue = () => Promise.all(service.schedulers.map((scheduler) => scheduler.sendDue()));

  it('are sent as planned if they are due, and follow then', async () => {
    await set(EAST);
    await makeDue(todayIn(EAST));
    await get(WEST, 'de');
    await sendDue();
    expect(service.push.sent).toHaveLength(1);
    await get(WEST, 'de');
    expect(await stored()).toMatchObject({ timeZone: WEST, language: 'de' });
  });

  it('are sent as planned if they become due meanwhile', async () => {
    await set(EAST);
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
    const { nextAt } = await set(EAST);
    // As another replica has it, whose clock is behind.
    const later = new Date(Date.parse(nextAt!) + 1);
    await service.reminders.updateOne({ _id: userId }, { $set: { nextAt: later, wakeAt: later } });
    await get(EAST, 'de');
    expect(await stored()).toMatchObject({ language: 'de', nextAt: later, wakeAt: later });
  });

  it('come once for each day, also after a move to a zone where that day goes on', async () => {
    await set(EAST);
    const day = todayIn(WEST);
    await makeDue(day);
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
    await set(WEST);
    const day = todayIn(WEST);
    await makeDue(day);
    await sendDue();
    await set(WEST, '23:59');
    expect(await stored()).toMatchObject({ nextDay: day });
    // An hour behind or ahead, as after a short journey: the day is the same.
    await service.reminders.updateOne({ _id: userId }, { $set: { timeZone: 'Etc/GMT+11' } });
    await get(WEST);
    expect(await stored()).toMatchObject({ timeZone: WEST, nextDay: day });
  }, 150_000);
});
