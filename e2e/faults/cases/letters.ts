import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import type { RemindersDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { isoWeekOf } from '@inner-weather/domain/time/iso-week';
import { eventually } from '@inner-weather/testing/eventually';
import { geminiReply, INSIGHT_TEXT } from '@inner-weather/testing/fake-models';
import { MongoClient } from 'mongodb';
import { dayFromToday, type Person } from '../../support/api.js';
import { exportOf } from '../../support/export.js';
import { JOURNAL, type LetterStack } from '../../support/letter-stack.js';
import { makeLetterDue } from '../../support/reminded.js';
import { isSoak } from '../../support/soak.js';

const CHOICES = { on: true, weekday: 7, time: '19:00', byMail: true, wordsInMail: false };
/** Milliseconds for a killed service to come back, and for what it had to do. */
const TAKEN_UP_MS = 60_000;

export const letters = (stackOf: () => LetterStack) =>
  describe('a weekly letter', () => {
    let mail: LetterStack['mail'];
    let stack: LetterStack;
    let client: MongoClient;
    let person: Person;
    let device: { id: string };

    beforeAll(async () => {
      stack = stackOf();
      mail = stack.mail;
      stack.push.answerWith(() => ({ status: 201 }));
      client = await new MongoClient(stack.infrastructure.mongoUrl).connect();
    });

    afterAll(() => client.close());

    const newPerson = async (aiConsent: string[] = ['gemini']): Promise<Person> => {
      person = await stack.api.signUp({ aiConsent });
      await eventually(() => expect(mailsOf()).toHaveLength(1));
      const token = /confirm-email#([\w-]{43})/.exec(mailsOf()[0]?.text ?? '')?.[1];
      const { status } = await person.request('PUT', '/api/user/me/email-proof', { body: { token } });
      expect(status).toBe(204);
      const { id, endpoint, keys } = stack.push.subscribe();
      await person.request('POST', '/api/reminders/subscriptions', { body: { endpoint, keys } });
      device = { id };
      return person;
    };

    beforeEach(async () => {
      stack.gemini.script();
      await newPerson();
      await person.write({ weatherData: 'Sunny' });
      await choose();
    });

    const choose = async (changes: Partial<typeof CHOICES> = {}) => {
      const body = { ...CHOICES, ...changes };
      const answer = await person.request<RemindersDto>('PUT', '/api/reminders/letter', { body });
      expect(answer).toMatchObject({ status: 200, body: { letter: body } });
    };
    const documentsOf = (service: string, name: string) =>
      client
        .db(`${stack.infrastructure.mongoDb}_${service}`)
        .collection<{ _id: string; nextAt: Date; outboxNextAt: Date }>(name);
    const makeDue = () => makeLetterDue(stack.db, person.user.id);
    const planned = () =>
      eventually(async () => {
        const letter = await documentsOf('reminders', 'letters').findOne({ _id: person.user.id });
        expect(letter?.nextAt.getTime()).toBeGreaterThan(Date.now());
        expect(letter).not.toHaveProperty('outboxNextAt');
      });
    const outboxes = () => [documentsOf('reminders', 'letters'), documentsOf('insights', 'jobs')];
    /** Ends the leases of killed relays, which would last for half a minute. Those of living ones must not end: they send. */
    const endLeases = async (): Promise<void> => {
      const now = new Date();
      for (const documents of outboxes()) {
        await documents.updateMany({ outboxNextAt: { $gt: now } }, { $set: { outboxNextAt: now } });
      }
    };
    /** How many documents hold events. */
    const holding = async (): Promise<number> => {
      const counts = outboxes().map((documents) =>
        documents.countDocuments({ outboxNextAt: { $exists: true } }),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    const list = async (query = '') =>
      (await person.request<InsightPageDto>('GET', `/api/insights${query}`)).body.items;
    const pushes = () => stack.push.deliveries.filter(({ id }) => id === device.id);
    const mailsOf = () => mail.mails.filter(({ to }) => to.includes(person.user.email));
    /** Not the one that proves the address. */
    const letterMails = () => mailsOf().slice(1);
    /** Resolves with the letter once it was told and mailed, no event waits, and nothing else has come for a while. */
    const arrived = async (timeoutMs = TAKEN_UP_MS): Promise<InsightJobDto> => {
      await eventually(
        async () => {
          expect([pushes().length, letterMails().length, await holding()]).toEqual([1, 1, 0]);
        },
        { timeoutMs, everyMs: 500 },
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect([pushes().length, letterMails().length]).toEqual([1, 1]);
      const insights = await list();
      expect(insights).toHaveLength(1);
      return insights[0]!;
    };

    it('is an insight of seven days that is told to the devices and by mail, without a word of it', async () => {
      const today = dayFromToday(0);
      const week = isoWeekOf(today);
      await makeDue();
      const letter = await arrived();
      expect(letter).toMatchObject({
        ...{ status: 'done', provider: 'gemini', text: INSIGHT_TEXT, endDate: today },
        letter: { week, opened: false },
      });
      expect((Date.parse(letter.endDate) - Date.parse(letter.startDate)) / 86_400_000).toBe(6);
      expect(pushes()[0]).toMatchObject({
        topic: `letter-${week}`,
        payload: { title: 'Your letter of the week is here', path: `/insights/${letter.id}` },
      });
      const [{ text } = { text: '' }] = letterMails();
      expect(text).toContain(`${JOURNAL}/insights/${letter.id}`);
      for (const words of ['river', 'brightest', 'Ada']) {
        expect(text).not.toContain(words);
        expect(JSON.stringify(pushes())).not.toContain(words);
      }
      expect(await list('?only=unopenedLetters')).toHaveLength(1);
      const body = { opened: true };
      const opened = await person.request<InsightJobDto>('PATCH', `/api/insights/${letter.id}`, { body });
      expect(opened.body.letter).toEqual({ week, opened: true });
      expect(await list('?only=unopenedLetters')).toEqual([]);
      const { json, files } = await exportOf(person);
      expect(json.reminders.letter).toMatchObject(CHOICES);
      expect(json.insights[0]).toMatchObject({ letter: { week, opened: true } });
      expect(files['insights.md']).toContain('## Letter of the week (');
    }, 120_000);

    it('is mailed with its words if that was chosen', async () => {
      await choose({ wordsInMail: true });
      await makeDue();
      await arrived();
      expect(letterMails()[0]?.text).toContain('You sounded **brightest on sunny days**');
    }, 120_000);

    it('is worked out here for a person who did not agree to the model', async () => {
      await newPerson([]);
      const asked = stack.gemini.seen.length;
      await person.write({ weatherData: 'Sunny' });
      await choose();
      await makeDue();
      expect(await arrived()).toMatchObject({ provider: 'local', error: null });
      expect(stack.gemini.seen).toHaveLength(asked);
    }, 120_000);

    it('does not come when nothing was written', async () => {
      await newPerson();
      await choose();
      await makeDue();
      await planned();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect([await list(), pushes(), letterMails()]).toEqual([[], [], []]);
    });

    it.each([
      ['before they publish', 'before-publish'],
      ['after they published', 'after-publish'],
    ] as const)(
      'is one, told and mailed once, though reminders and insights are killed %s that it is due and written',
      async (_when, point) => {
        stack.crashes.reminders.plan({ point, after: 1, left: 1 });
        // Its first event says that it has begun.
        stack.crashes.insights.plan({ point, after: 2, left: 1 });
        await makeDue();
        await stack.crashes.reminders.over(TAKEN_UP_MS);
        await endLeases();
        await stack.crashes.insights.over(TAKEN_UP_MS);
        await endLeases();
        await arrived();
        await planned();
      },
      240_000,
    );

    // `insights` kills it there, too.
    if (isSoak)
      it('is one though insights is killed while the model writes it', async () => {
        const before = stack.gemini.seen.length;
        stack.gemini.script({ ...geminiReply('Never seen.'), delayMs: 20_000 });
        await makeDue();
        await eventually(() => expect(stack.gemini.seen.length).toBe(before + 1), { timeoutMs: 30_000 });
        stack.services.insights.kill('SIGKILL');
        expect(await arrived()).toMatchObject({ status: 'done', text: INSIGHT_TEXT });
      }, 120_000);

    it('is mailed twice at most, though auth is killed again and again while it sends the mail', async () => {
      mail.answer(false);
      await makeDue();
      for (const sent of [1, 2]) {
        await eventually(() => expect(letterMails()).toHaveLength(sent), { timeoutMs: 60_000 });
        stack.services.auth.kill('SIGKILL');
      }
      mail.answer(true);
      await stack.services.auth.ready();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      expect(letterMails()).toHaveLength(2);
      expect(new Set(letterMails().map(({ text }) => /^Message-ID: .*$/m.exec(text)?.[0])).size).toBe(1);
    }, 240_000);
  });
