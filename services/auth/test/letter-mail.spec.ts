import { inspect } from 'node:util';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { HealthRegistry } from '@inner-weather/platform/health';
import { EventPublisher } from '@inner-weather/platform/events/event-publisher';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { eventually } from '@inner-weather/testing/eventually';
import { LetterMailsRepository } from '../src/mail/letter-mails.repository.js';
import { LetterMailService } from '../src/mail/letter-mail.service.js';
import { type AuthWithMail, startAuthWithMail } from './mailbox.js';

const WEEK = '2026-W48';
const WORDS = 'Ada, you walked by the river [1](#entry-1).';

describe('the mail about a weekly letter', () => {
  let house: AuthWithMail;
  let events: EventPublisher;
  let broker: Broker;
  let userId: string;
  let email: string;
  const delivery = { on: true, byMail: true, wordsInMail: false, stopSecret: 'the-secret' };
  const insight = { text: WORDS, details: { selfHarm: false }, isThere: true };
  const asked: string[] = [];

  beforeAll(async () => {
    house = await startAuthWithMail();
    const { config } = house.auth;
    broker = new Broker(config.AMQP_URL, 'insights', new HealthRegistry());
    events = new EventPublisher(broker, 'insights', config.RETRY_DELAY_FACTOR);
    await broker.onModuleInit();
    await broker.whenUp();
    house.auth.app.get(RpcClient).call = (async (method: string) => {
      asked.push(method);
      if (method === 'reminders.get-letter') return delivery;
      if (!insight.isThere) throw new DomainError('not_found', 'There is no such insight.');
      return insight;
    }) as RpcClient['call'];
  });

  afterAll(async () => {
    await broker.onApplicationShutdown();
    await house.stop();
  });

  beforeEach(async () => {
    Object.assign(delivery, { on: true, byMail: true, wordsInMail: false });
    Object.assign(insight, { details: { selfHarm: false }, isThere: true });
    asked.length = 0;
    const { user, person } = await house.signUp();
    ({ email } = person);
    userId = user.id;
    await house.setProved(userId, email);
  });

  const written = (week = WEEK): Promise<void> =>
    events.publish('insights.letter.written.v1', { userId, week, insightId: 'an-insight' });
  /** Not the one that proves the address. */
  const letters = () => house.mailsTo(email).slice(1);
  const letterMail = async () => (await house.auth.users.findOne({ email }))?.letterMail;
  const send = (week = WEEK): Promise<void> =>
    house.auth.app.get(LetterMailService).send({ userId, week, insightId: 'an-insight' });

  it('has a link and no word of the letter, and comes once', async () => {
    await written();
    await eventually(async () => expect(await letterMail()).toMatchObject({ week: WEEK, sent: true }));
    await written();
    await written('2026-W49');
    await eventually(() => expect(letters()).toHaveLength(2));
    const [{ text } = { text: '' }] = letters();
    expect(text).toContain('Subject: Your letter of the week\r\n');
    expect(text).toContain('https://journal.example.org/insights/an-insight\r\n');
    expect(text).toMatch(/Message-ID: <2026-W48\.[0-9a-f]{24}@journal\.example\.org>/i);
    expect(text).not.toContain('river');
    expect(asked).not.toContain('insights.get');
  });

  it('can be stopped by one click in the mailbox, and by a link below it', async () => {
    await send();
    const text = letters()[0]?.text ?? '';
    const link = 'https://journal.example.org/api/reminders/letter-mail/the-secret';
    expect(text.replaceAll('\r\n ', ' ')).toMatch(new RegExp(`^List-Unsubscribe: <${link}>\r$`, 'm'));
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(text).toContain(`\r\n\r\n${link}\r\n`);
  });

  it('tells, as every mail does, that no person wrote it', async () => {
    await send();
    for (const { text } of house.mailsTo(email)) expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(house.mailsTo(email)).toHaveLength(2);
    // Nobody stops a mail that they asked for.
    expect(house.mailsTo(email)[0]?.text).not.toContain('List-Unsubscribe');
  });

  it('has the words if that was chosen, without references', async () => {
    delivery.wordsInMail = true;
    await send();
    expect(letters()[0]?.text).toContain('Ada, you walked by the river.\r\n');
  });

  it('has no words that suggest self-harm, since the page has help lines beside them', async () => {
    delivery.wordsInMail = true;
    insight.details.selfHarm = true;
    await send();
    expect(letters()).toHaveLength(1);
    expect(letters()[0]?.text).not.toContain('river');
  });

  it('is in the language of the account', async () => {
    await house.setLanguage(userId, 'de');
    await send();
    expect(letters()[0]?.text).toContain('Content-Language: de\r\n');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['that is not wanted by mail', async () => Object.assign(delivery, { byMail: false })],
    ['that was turned off', async () => Object.assign(delivery, { on: false })],
    ['to an address that is not proved', () => house.unsetProved(userId)],
    [
      'whose words were deleted',
      async () => {
        delivery.wordsInMail = true;
        insight.isThere = false;
      },
    ],
    ['to an account that was deleted', () => house.auth.users.deleteOne({ email })],
  ])('does not come about a letter %s', async (_what, prepare) => {
    await prepare();
    await send();
    expect(letters()).toEqual([]);
  });

  it('comes once more at most if it is not known whether the mail server has accepted it', async () => {
    const mails = house.auth.app.get(LetterMailsRepository);
    // As a service leaves it that was killed while it sent the mail.
    expect(await mails.begin(userId, WEEK)).toBe(true);
    await send();
    expect(letters()).toHaveLength(1);
    await send();
    expect(letters()).toHaveLength(1);
    expect(await mails.begin(userId, '2026-W49')).toBe(true);
    expect(await mails.begin(userId, '2026-W49')).toBe(true);
    expect(await mails.begin(userId, '2026-W49')).toBe(false);
    expect(await mails.begin(userId, WEEK)).toBe(false);
  });

  it('is tried once a week, and is no dead letter, if the mail server refuses it for good', async () => {
    house.refuseMail(550);
    for (const week of [WEEK, '2026-W49']) {
      const before = house.refusals();
      await send(week);
      await send(week);
      expect(house.refusals() - before).toBe(1);
    }
    house.takeMail();
    await send('2026-W50');
    expect(letters()).toHaveLength(1);
  });

  it('is tried again while the mail server refuses it, and counts as none', async () => {
    house.refuseMail();
    for (let n = 0; n < 3; n++) await expect(send()).rejects.toThrow();
    expect(await letterMail()).toMatchObject({ week: WEEK, sends: 0 });
    // The message of the error becomes the reason of a dead letter.
    const failure: unknown = await send().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'EMESSAGE', responseCode: 451 });
    expect(inspect(failure)).not.toContain(email);
  });
});
