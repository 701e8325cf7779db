import { randomUUID } from 'node:crypto';
import { deadLetterQueue } from '@inner-weather/platform/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { startFakeMail } from '@inner-weather/testing/fakes/mail';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { startFakeGemini } from '@inner-weather/testing/fakes/models';
import { startFakeWeatherApi, UNKNOWN_CITY } from '@inner-weather/testing/fakes/weather';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import { Api, claimsOf, dayFromToday, PASSWORD, Person, signUpForm } from '../support/requests/api.js';
import { newSubscription } from '../support/requests/every-route.js';
import { sendPhoto } from '../support/photos.js';
import { MEASURE } from '../support/requests/route-requests.js';
import { documentsOf, type Marks, queuesWith, type FoundMark, marksFound } from '../support/residue.js';
import { startTestStack } from '../support/stacks/stack.mjs';

/** A user's names, properties and words, which no other user shares. */
const OF_ADA = {
  name: `name-${randomUUID()}`,
  lastName: `last-name-${randomUUID()}`,
  city: `city-${randomUUID()}`,
  device: `device-${randomUUID()}`,
  accessToken: `access-token-${randomUUID()}`,
  // A station in Antarctica, which no other test uses.
  timeZone: 'Antarctica/Troll',
  mood: `mood-${randomUUID()}`,
  words: `words-${randomUUID()}`,
  measure: `m-${randomUUID()}`,
};

/** The exceptions, with every field that each may have. docs/security.md says why and how long each is kept. */
const STAYS: Record<string, string[]> = {
  'auth.sessions: session': ['_id', 'expiresAt', 'revokedAt'],
  'auth.counters signup-email: email': ['_id', 'count', 'expiresAt'],
  'auth.counters proof-mail: email': ['_id', 'count', 'expiresAt'],
  'auth.counters reset-mail: email': ['_id', 'count', 'expiresAt'],
  'auth.counters reset-request-email: email': ['_id', 'count', 'expiresAt'],
  'auth.datakeys: id': ['_id', 'destroyedAt'],
  'insights.datakeys: id': ['_id', 'destroyedAt'],
  'journal.datakeys: id': ['_id', 'destroyedAt'],
  'media.datakeys: id': ['_id', 'destroyedAt'],
  'reminders.datakeys: id': ['_id', 'destroyedAt'],
};

/** The collections that store data of a user with an account, and what of it; `auth.counters` by each kind of counter. */
const BEFORE: Record<string, string> = {
  'auth.access_tokens': 'accessToken id',
  'auth.counters current-password': 'id',
  'auth.counters login-account': 'email',
  'auth.counters login-attempts': 'email',
  'auth.counters proof-mail': 'email',
  'auth.counters reset-mail': 'email',
  'auth.counters reset-request-email': 'email',
  'auth.counters second-factor': 'id',
  'auth.counters second-factor-day': 'id',
  'auth.counters signup-email': 'email',
  'auth.counters writes': 'id',
  'auth.datakeys': 'id',
  'auth.installation': 'id',
  'auth.known_addresses': 'id',
  'auth.known_devices': 'id',
  'auth.one_time_links': 'email id',
  'auth.second_factors': 'id',
  'auth.sessions': 'device id session',
  'auth.users': 'city email id lastName name timeZone',
  'insights.counters insights': 'id',
  'insights.datakeys': 'id',
  'insights.jobs': 'id name',
  'journal.counters look-ups': 'id',
  'journal.counters writes': 'id',
  'journal.datakeys': 'id',
  'journal.entries': 'city id mood',
  'journal.own_lists': 'id',
  'journal.storage_use': 'id',
  'media.counters writes': 'id',
  'media.datakeys': 'id',
  'media.photos': 'id',
  'reminders.counters reminder-tests': 'id',
  'reminders.counters writes': 'id',
  'reminders.datakeys': 'id',
  'reminders.devices': 'device id',
  'reminders.letters': 'id timeZone',
  'reminders.reminders': 'id timeZone',
};

// ASVS 14.2.4
describe('the deletion of an account', () => {
  let mail: Awaited<ReturnType<typeof startFakeMail>>;
  let providers: FakeServer[];
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let client: MongoClient;
  let api: Api;
  let ada: Person;
  let bea: Person;
  let marks: Marks;

  beforeAll(async () => {
    mail = await startFakeMail();
    const [weather, gemini] = (providers = [await startFakeWeatherApi(), await startFakeGemini()]);
    stack = await startTestStack({
      together: true,
      env: {
        RATE_LIMITS: 'on',
        SMTP_URL: mail.url,
        MAIL_FROM: 'journal@journal.test',
        PUBLIC_URL: 'http://journal.test',
      },
      serviceEnv: {
        weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather?.url },
        insights: { GEMINI_API_KEY: 'test', GEMINI_API_URL: gemini?.url },
      },
    });
    client = await new MongoClient(stack.infrastructure.mongoUrl).connect();
    api = new Api(stack.url);
    ada = await signUp(OF_ADA);
    const { id, email } = ada.user;
    marks = { ...OF_ADA, id, email, session: claimsOf(ada.token).sid };
    await live(ada);
    bea = await signUp({ name: 'Bea', lastName: 'Beyer', city: 'Bergen', device: 'a browser' });
    await bea.stamped((await bea.write({ content: 'The words of Bea' }))._id);
    await bea.finished((await bea.request<{ id: string }>('POST', '/api/insights', { body: {} })).body.id);
  }, 180_000);

  afterAll(async () => {
    await client.close();
    await stack.stop();
    await Promise.all([mail.close(), ...providers.map((provider) => provider.close())]);
  }, 60_000);

  /** The first person to sign up is the administrator. */
  async function signUp({ name, lastName, city, device }: Marks): Promise<Person> {
    const form = signUpForm({ firstName: name, lastName, location: city });
    await api.request('POST', '/api/user/new', { body: form });
    const body = { email: form.email, password: PASSWORD };
    const headers = { 'user-agent': device ?? '' };
    const login = await api.request<{ token: string }>('POST', '/api/login', { body, headers });
    const { token } = login.body;
    const person = new Person(api, claimsOf(token).user, token, login.headers.getSetCookie()[0] ?? '');
    await person.request('PATCH', '/api/user/me', { body: { aiConsent: ['gemini'] } });
    return person;
  }

  /** Everything that a user can do that stores data. */
  async function live(person: Person): Promise<void> {
    const { email, location } = person.user;
    const { words: content, mood: inputMood, timeZone } = OF_ADA;
    await person.request('PATCH', '/api/user/me', { body: { timeZone } });
    const measureId = randomUUID();
    await person.request('PUT', `/api/measures/${measureId}`, { body: { ...MEASURE, name: OF_ADA.measure } });
    await person.request('PUT', `/api/measures/${measureId}/days/${dayFromToday(-1)}`, {
      body: { value: 450 },
    });
    const keyed = (): Record<string, string> => ({ 'Idempotency-Key': randomUUID() });
    const entry = await person.write({ content }, keyed());
    await person.stamped(entry._id);
    await person.stamped((await person.write({ content, location: UNKNOWN_CITY }))._id);
    const { _id: photo } = (await sendPhoto(person)).body;
    await person.request('PUT', `/api/photos/${photo}/description`, { body: { description: content } });
    const changes = { content, inputMood, location, photos: [photo] };
    await person.request('PUT', `/api/journal/update/${entry._id}`, { body: changes });
    const gone = await person.write({ content, inputMood: 'Sad' }, keyed());
    await person.request('DELETE', `/api/journal/delete/${gone._id}`);
    const response = await person.request<{ id: string }>('POST', '/api/insights', {
      body: { range: 'lastWeek' },
      headers: keyed(),
    });
    await person.finished(response.body.id);
    const dropped = await person.request<{ id: string }>('POST', '/api/insights', {
      body: { range: 'lastMonth' },
      headers: keyed(),
    });
    await person.request('DELETE', `/api/insights/${dropped.body.id}`);
    await beReminded(person);
    await person.request('POST', '/api/invitations');
    await person.createAccessToken({ name: OF_ADA.accessToken });
    await proveAddress(person);
    await useSecondFactor(person);
    // After the second factor: a change of credentials makes earlier links invalid.
    await api.request('POST', '/api/password-resets', { body: { email } });
    await mailsTo(email, 2);
    const body = { password: 'another evening walk', currentPassword: 'a wrong guess' };
    await person.request('PATCH', '/api/user/me', { body });
    await strangersTry(email);
  }

  async function beReminded(person: Person): Promise<void> {
    const { device, timeZone } = OF_ADA;
    const settings = { on: true, time: '21:00', weekdays: [1], timeZone };
    await person.request('PUT', '/api/reminders', { body: settings });
    const headers = { 'user-agent': device };
    const body = newSubscription();
    expect((await person.request('POST', '/api/reminders/subscriptions', { body, headers })).status).toBe(
      201,
    );
    const letter = { on: true, weekday: 7, time: '19:00', byMail: true, wordsInMail: true, timeZone };
    await person.request('PUT', '/api/reminders/letter', { body: letter });
    await person.request('POST', '/api/reminders/test');
    await person.request('POST', '/api/reminders/feed');
  }

  /** The mails to an address, once there are that many. */
  const mailsTo = (email: string, count: number) =>
    eventually(() => {
      const matches = mail.mails.filter(({ to }) => to.includes(email));
      expect(matches).toHaveLength(count);
      return matches;
    });

  async function proveAddress(person: Person): Promise<void> {
    const [proof] = await mailsTo(person.user.email, 1);
    const token = /#([\w-]{43})/.exec(proof?.text ?? '')?.[1];
    const proved = await person.request('PUT', '/api/user/me/email-proof', { body: { token } });
    expect(proved.status).toBe(204);
  }

  /** Turns the second factor on, and types a wrong code at a login. */
  async function useSecondFactor(person: Person): Promise<void> {
    await person.turnOnSecondFactor();
    const login = { email: person.user.email, password: PASSWORD, code: '000000' };
    expect((await api.request('POST', '/api/login', { body: login })).status).toBe(401);
  }

  /** Fails to log in from unknown addresses until that is refused: by address, by account, and longer each time. */
  async function strangersTry(email: string): Promise<void> {
    for (let time = 1; time <= 12; time += 1) {
      await api.request('POST', '/api/login', { body: { email, password: `guess ${time}` } });
    }
    await client
      .db(`${stack.infrastructure.mongoDb}_auth`)
      .collection('known_addresses')
      .updateMany({ userId: ada.user.id }, { $set: { expiresAt: new Date(0) } });
    await api.request('POST', '/api/login', { body: { email, password: 'one more guess' } });
  }

  const traces = (): Promise<FoundMark[]> => marksFound(client, stack.infrastructure.mongoDb, marks);
  const nameOf = ({ place, mark, document }: FoundMark): string =>
    place.endsWith('.counters')
      ? `${place} ${String(document._id).split(':')[0]}: ${mark}`
      : `${place}: ${mark}`;
  const namesOf = (found: FoundMark[]): string[] => [...new Set(found.map(nameOf))].sort();
  const everythingOfBea = async () => {
    const documents = await documentsOf(client, stack.infrastructure.mongoDb);
    return documents.filter(({ document }) => JSON.stringify(document).includes(bea.user.id));
  };

  it('begins with stored data: the search finds every mark in the databases and in queues', async () => {
    // The text of entries is found nowhere: it is encrypted.
    const before = Object.entries(BEFORE).flatMap(([place, all]) =>
      all.split(' ').map((one) => `${place}: ${one}`),
    );
    expect(namesOf(await traces())).toEqual(before.sort());
    const { amqpUrl } = stack.infrastructure;
    const connection = await connect(amqpUrl);
    const channel = await connection.createChannel();
    const queue = deadLetterQueue('weather.on-entry');
    channel.sendToQueue(queue, Buffer.from(JSON.stringify({ userId: ada.user.id })));
    await eventually(async () => expect(await queuesWith(amqpUrl, marks)).toEqual([queue]));
    await channel.purgeQueue(queue);
    await connection.close();
  });

  it('leaves nothing in any collection of any database but the named exceptions, and nothing in any queue', async () => {
    const ofBea = await eventually(async () => {
      const documents = await everythingOfBea();
      // None of them still has an event to publish, which changes it.
      expect(documents.filter(({ document }) => 'outboxNextAt' in document)).toEqual([]);
      return documents;
    });
    expect(ofBea.length).toBeGreaterThan(6);
    const { status } = await ada.deleteAccount();
    expect(status).toBe(204);

    await eventually(
      async () => {
        const found = await traces();
        expect(namesOf(found)).toEqual(Object.keys(STAYS).sort());
        for (const trace of found) {
          const fields = Object.keys(trace.document).filter((field) => field !== 'outbox');
          expect({ of: nameOf(trace), fields: fields.sort() }).toEqual({
            of: nameOf(trace),
            fields: STAYS[nameOf(trace)],
          });
        }
      },
      { timeoutMs: 40_000 },
    );
    await eventually(async () => expect(await queuesWith(stack.infrastructure.amqpUrl, marks)).toEqual([]));
    expect(await everythingOfBea()).toEqual(ofBea);
  }, 120_000);
});
