import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NewAccessTokenDto } from '@inner-weather/contracts/accounts/access-tokens.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { ReminderDeviceDto, SubscribeDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { NO_PUSH_SERVICE } from './stack.mjs';
import { type Answer, type Api, claimsOf, dayFromToday, PASSWORD, type Person, signUpForm } from './api.js';
import { sendPhoto } from './photos.js';

/** The parts of a request of a route. */
export interface RouteRequest {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** A user with data of their own, in which every word differs from those of other users. */
export interface Owner {
  person: Person;
  /** This person's name, and the words of an entry. */
  mark: string;
  entry: EntryDto;
  insight: InsightJobDto;
  /** The cursor at the end of a first page. */
  entriesCursor: string;
  insightsCursor: string;
  /** The import of a third entry. */
  importId: string;
  /** A photo of the first entry. */
  photoId: string;
  /** With every scope. */
  accessToken: NewAccessTokenDto;
  /** A device that is reminded, and the secret of the link to the calendar. */
  subscription: SubscribeDto;
  deviceId: string;
  feedSecret: string;
  /** The key under which the entry was written and the insight was requested. */
  idempotencyKey: string;
}

/** Values that are the same in the requests of two users, because they belong to neither. */
const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();
/** So old that the weather of an imported entry is not looked up. */
const TWO_HOURS_AGO = new Date(Date.now() - 2 * 60 * 60_000).toISOString();

const PLACE = 'geo:41.15,-8.61';

/**
 * A request of every route of the API, about its sender's own data. It has each parameter and each field that the
 * document knows. Where two people's requests differ, the value names its owner.
 */
export const REQUESTS: Record<string, (owner: Owner) => RouteRequest> = {
  'POST /api/user/new': ({ person }) => ({
    body: signUpForm({
      email: person.user.email,
      place: PLACE,
      language: 'fr',
      invitation: 'none',
      emailProof: 'none',
    }),
  }),
  'POST /api/login': ({ person }) => ({
    body: { email: person.user.email, password: `not ${PASSWORD}`, code: '000000' },
  }),
  'GET /api/registration': () => ({}),
  'GET /api/oidc/pending': () => ({ query: { id: 'none' } }),
  'POST /api/oidc/pending/sign-up': ({ person }) => ({
    query: { id: 'none' },
    body: {
      firstName: 'Somebody',
      lastName: 'Else',
      location: 'Bergen',
      place: PLACE,
      language: 'fr',
      email: person.user.email,
    },
  }),
  'POST /api/oidc/pending/connection': () => ({
    query: { id: 'none' },
    body: { password: PASSWORD, code: '000000' },
  }),
  'POST /api/oidc/{provider}': () => ({
    path: { provider: 'none' },
    body: {
      purpose: 'connect',
      returnTo: '/settings',
      invitation: 'none',
      currentPassword: PASSWORD,
      code: '000000',
    },
  }),
  'GET /api/user/me/identities': () => ({}),
  'POST /api/user/me/identities/{provider}/removal': () => ({
    path: { provider: 'none' },
    body: { currentPassword: PASSWORD },
  }),
  'POST /api/password-resets': ({ person }) => ({ body: { email: person.user.email } }),
  'PUT /api/password-resets': () => ({ body: { token: 'none', password: PASSWORD, passwordVal: PASSWORD } }),
  'PUT /api/email-proofs': () => ({ body: { token: 'none', currentPassword: PASSWORD } }),
  'GET /api/user/me/email-proof': () => ({}),
  'POST /api/user/me/email-proof': () => ({}),
  'PUT /api/user/me/email-proof': () => ({ body: { token: 'none' } }),
  'GET /api/invitations': () => ({}),
  'POST /api/invitations': () => ({}),
  'DELETE /api/invitations/{id}': () => ({ path: { id: 'none' } }),
  'GET /api/admin/state': () => ({}),
  'PATCH /api/admin/installation': () => ({ body: { registration: 'open', keysKeptElsewhere: false } }),
  'POST /api/admin/mail-tests': () => ({}),
  'GET /api/admin/accounts': () => ({ query: { cursor: '0'.repeat(24) } }),
  'POST /api/admin/accounts/{id}/reset-links': ({ person }) => ({
    path: { id: person.user.id },
    body: { currentPassword: PASSWORD },
  }),
  'DELETE /api/admin/accounts/{id}/sessions': ({ person }) => ({ path: { id: person.user.id } }),
  'PUT /api/admin/accounts/{id}/administrator': ({ person }) => ({
    path: { id: person.user.id },
    body: { isAdmin: true, currentPassword: PASSWORD },
  }),
  'GET /api/admin/queues/{queue}/dead-letters': () => ({ path: { queue: 'weather.on-entry' } }),
  'POST /api/admin/queues/{queue}/replays': () => ({ path: { queue: 'weather.on-entry' } }),
  'GET /api/about': () => ({}),
  'GET /api/help-lines': () => ({}),
  'GET /api/places': () => ({ query: { name: 'Porto', whole: 'true' } }),
  'GET /api/places/weather': () => ({ query: { place: PLACE } }),
  'GET /api/session': () => ({}),
  'POST /api/logout': () => ({}),
  'GET /api/user/me': () => ({}),
  'PATCH /api/user/me': ({ person }) => ({
    body: {
      firstName: 'Somebody',
      lastName: 'Else',
      location: 'Bergen',
      place: PLACE,
      timeZone: 'Europe/Oslo',
      dayEndsAt: 4,
      language: 'fr',
      email: person.user.email,
      password: PASSWORD,
      currentPassword: PASSWORD,
      aiConsent: ['gemini'],
    },
  }),
  'DELETE /api/user/me': () => ({ body: { currentPassword: PASSWORD } }),
  'GET /api/user/me/export': () => ({}),
  'GET /api/user/me/storage': () => ({}),
  'GET /api/user/me/sessions': () => ({}),
  'DELETE /api/user/me/sessions': () => ({}),
  'DELETE /api/user/me/sessions/{id}': ({ person }) => ({ path: { id: claimsOf(person.token).sid } }),
  'GET /api/user/me/access-tokens': () => ({}),
  'POST /api/user/me/access-tokens': () => ({
    body: {
      name: 'A script',
      scopes: ['entries:read'],
      expiresInDays: 30,
      currentPassword: PASSWORD,
      code: '000000',
    },
  }),
  'DELETE /api/user/me/access-tokens/{id}': ({ accessToken }) => ({ path: { id: accessToken.id } }),
  'GET /api/user/me/second-factor': () => ({}),
  'POST /api/user/me/second-factor': () => ({ body: { currentPassword: PASSWORD } }),
  'POST /api/user/me/second-factor/confirmation': () => ({ body: { code: '000000' } }),
  'POST /api/user/me/second-factor/removal': () => ({ body: { currentPassword: PASSWORD, code: '000000' } }),
  'POST /api/user/me/second-factor/recovery-codes': () => ({
    body: { currentPassword: PASSWORD, code: '000000' },
  }),
  'GET /api/journal/entries/{id}': ({ entry }) => ({ path: { id: entry._id } }),
  'POST /api/journal/new': ({ person, idempotencyKey, photoId }) => ({
    headers: { 'Idempotency-Key': idempotencyKey },
    body: {
      ...ENTRY,
      photos: [photoId],
      email: person.user.email,
      inputMood: 'Happy',
      weatherData: 'Sunny',
      place: PLACE,
      date: A_MINUTE_AGO,
      tz: 'Europe/Lisbon',
      tags: ['River'],
      neverSendToAi: false,
      checkIn: true,
    },
  }),
  'POST /api/photos': ({ idempotencyKey }) => ({ headers: { 'Idempotency-Key': idempotencyKey } }),
  'GET /api/photos': ({ photoId }) => ({ query: { ids: photoId } }),
  'GET /api/photos/storage': () => ({}),
  'GET /api/photos/{id}': ({ photoId }) => ({
    path: { id: photoId },
    query: { size: 'small' },
    headers: { 'If-None-Match': '"none"' },
  }),
  'PUT /api/photos/{id}/description': ({ photoId }) => ({
    path: { id: photoId },
    body: { description: 'A blue square' },
  }),
  'POST /api/journal/import': ({ entry, importId }) => ({
    body: {
      entries: [entry],
      lookUpWeather: false,
      import: { id: importId, source: 'Day One' },
      restoreDeleted: false,
    },
  }),
  'GET /api/journal/imports': () => ({}),
  'DELETE /api/journal/imports/{id}': ({ importId }) => ({ path: { id: importId } }),
  'POST /api/journal/weather/{id}': ({ entry }) => ({ path: { id: entry._id } }),
  'PUT /api/journal/update/{id}': ({ entry, photoId }) => ({
    path: { id: entry._id },
    headers: { 'If-Match': '*' },
    body: {
      ...ENTRY,
      photos: [photoId],
      inputMood: 'Sad',
      place: PLACE,
      date: A_MINUTE_AGO,
      tags: ['River'],
      neverSendToAi: true,
      checkIn: true,
    },
  }),
  'DELETE /api/journal/delete/{id}': ({ entry }) => ({
    path: { id: entry._id },
    headers: { 'If-Match': '*' },
  }),
  'GET /api/journal/search': ({ person, entriesCursor }) => ({
    query: {
      userReference: person.user.email,
      startDate: dayFromToday(-1),
      endDate: dayFromToday(1),
      tz: 'Europe/Lisbon',
      tag: 'River',
      limit: '10',
      cursor: entriesCursor,
    },
  }),
  'POST /api/journal/search': ({ entriesCursor }) => ({
    body: {
      startDate: dayFromToday(-1),
      endDate: dayFromToday(1),
      tz: 'Europe/Lisbon',
      limit: 10,
      cursor: entriesCursor,
      words: 'words nobody',
      mood: 'Happy',
      hasMood: true,
      weather: 'clear',
      hasWeather: true,
      city: 'London',
      tag: 'a tag',
      hasTags: true,
    },
  }),
  'GET /api/journal/days': () => ({
    query: { year: dayFromToday(0).slice(0, 4), tz: 'Europe/Lisbon' },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'GET /api/journal/statistics': () => ({
    query: { from: dayFromToday(-1), to: dayFromToday(1), tz: 'Europe/Lisbon' },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'GET /api/journal/tags': () => ({ headers: { 'If-None-Match': '"a tag"' } }),
  'POST /api/insights': ({ idempotencyKey }) => ({
    headers: { 'Idempotency-Key': idempotencyKey },
    body: { ...INSIGHT, again: false },
  }),
  'GET /api/insights': ({ insightsCursor }) => ({
    query: { limit: '10', cursor: insightsCursor, only: 'unopenedLetters' },
  }),
  'PATCH /api/insights/{id}': ({ insight }) => ({
    path: { id: insight.id },
    body: { title: 'A week of nobody in particular', useful: true, opened: true },
  }),
  'DELETE /api/insights/{id}': ({ insight }) => ({ path: { id: insight.id } }),
  'GET /api/insights/{id}': ({ insight }) => ({
    path: { id: insight.id },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'GET /api/reminders': () => ({}),
  'PUT /api/reminders': () => ({ body: { ...REMINDERS, weekdays: [1, 7] } }),
  'PUT /api/reminders/letter': () => ({ body: { ...LETTER, weekday: 1 } }),
  'POST /api/reminders/subscriptions': ({ subscription }) => ({ body: { ...subscription } }),
  'DELETE /api/reminders/subscriptions/{id}': ({ deviceId }) => ({ path: { id: deviceId } }),
  'POST /api/reminders/test': () => ({}),
  'POST /api/reminders/feed': () => ({}),
  'DELETE /api/reminders/feed': () => ({}),
  'POST /api/reminders/letter-mail/{secret}': () => ({ path: { secret: 'none' } }),
  'GET /api/reminders/calendar': () => ({}),
  'GET /api/reminders/feed/{secret}': ({ feedSecret }) => ({ path: { secret: feedSecret } }),
};

/** Half a day from now: what comes due changes what a person sees, which suites compare with what it was before. */
const LATER = new Date(Date.now() + 12 * 60 * 60_000).toISOString().slice(11, 16);

const REMINDERS = { on: true, time: LATER, weekdays: [1, 2, 3, 4, 5], timeZone: 'Europe/Lisbon' };

const LETTER = {
  ...{ on: true, weekday: 7, time: LATER, byMail: false, wordsInMail: false },
  timeZone: 'Europe/Lisbon',
};

/** What a browser has after it subscribed to the push service of the test stack, at which nobody answers. */
export function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://${NO_PUSH_SERVICE}/${randomUUID()}`, keys };
}

const ENTRY = { content: 'Words of nobody in particular', location: 'London' };
const INSIGHT = { range: 'lastWeek', tz: 'Europe/Lisbon' };

/** Refused to everybody else before anything is read. */
export const isForAdministrators = (route: string): boolean =>
  route.includes(' /api/admin/') || route.endsWith(' /api/invitations/{id}');

/** Routes that identify a person by the cookie, not by the token. */
const BY_COOKIE = ['GET /api/session', 'POST /api/logout'];

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
}

interface Operation {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: { $ref: string } } } };
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
}

const FILE = new URL('../../services/gateway/openapi.json', import.meta.url);
const DOCUMENT = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

/** Routes whose requests change nothing. */
export const reads = (route: string): boolean => route.startsWith('GET ');

/** Routes that answer differently when they are repeated, by what they change. */
const CHANGING = ['PATCH /api/user/me', 'PUT /api/journal/update/{id}'];

/** Routes that may end the sender's account or session, change their password, or change what other requests name. */
const takesAway = (route: string): boolean =>
  route.startsWith('DELETE ') || route === 'POST /api/logout' || CHANGING.includes(route);

/**
 * `METHOD path` of every route that the committed document knows: first those that read, last those that take something
 * away, so that one person can send the requests of all others.
 */
export const ROUTES = Object.entries(DOCUMENT.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .sort((a, b) => turnOf(a) - turnOf(b));

function turnOf(route: string): number {
  if (reads(route)) return 0;
  return takesAway(route) ? 2 : 1;
}

function waysInto(route: string): Record<string, string[]>[] {
  const [method = '', path = ''] = route.split(' ');
  return DOCUMENT.paths[path]?.[method.toLowerCase()]?.security ?? [];
}

/** Whether the document says that a route is for people who are signed in, and no cookie is enough. */
export const needsToken = (route: string): boolean =>
  waysInto(route).some((way) => 'token' in way) &&
  waysInto(route).every((way) => 'token' in way || 'accessToken' in way);

/** The scopes that an access token needs for a route; undefined if the document says that the route accepts none. */
export const scopesOf = (route: string): string[] | undefined =>
  waysInto(route).find((way) => 'accessToken' in way)?.accessToken;

/** Every parameter and every field of the body that the document knows of a route, such as `body.email`. */
export function documentedPlaces(route: string): string[] {
  const [method = '', path = ''] = route.split(' ');
  const operation = DOCUMENT.paths[path]?.[method.toLowerCase()];
  const reference = operation?.requestBody?.content['application/json']?.schema.$ref;
  const schema = DOCUMENT.components.schemas[reference?.split('/').at(-1) ?? ''];
  return [
    ...(operation?.parameters ?? []).map(({ name, in: part }) =>
      part === 'header' ? `headers.${name}` : `${part}.${name}`,
    ),
    ...Object.keys(schema?.properties ?? {}).map((name) => `body.${name}`),
  ].sort();
}

/** Every place of a request with its value. */
export function placesOf(request: RouteRequest): Map<string, unknown> {
  return new Map(
    Object.entries(request).flatMap(([part, values]) =>
      Object.entries(values as object).map(([name, value]) => [`${part}.${name}`, value as unknown] as const),
    ),
  );
}

/** The request with another value in one place. */
export function withPlace(request: RouteRequest, place: string, value: unknown): RouteRequest {
  const [part, name] = place.split('.') as [keyof RouteRequest, string];
  return { ...request, [part]: { ...request[part], [name]: value } };
}

/** Sends a request of a route as a user. `search` is added to the query unchanged. */
export function send(
  route: string,
  { person }: Pick<Owner, 'person'>,
  request: RouteRequest,
  search = '',
): Promise<Answer> {
  const headers = request.headers ?? {};
  const credentials = BY_COOKIE.includes(route)
    ? { headers: { ...headers, cookie: person.cookie } }
    : { headers, token: person.token };
  return sendWith(route, person.api, request, credentials, search);
}

/** The same as a script, which has an access token and nothing else. */
export function sendByAccessToken(
  route: string,
  api: Api,
  accessToken: string,
  request: RouteRequest,
): Promise<Answer> {
  const headers = { ...request.headers, authorization: `Bearer ${accessToken}` };
  return sendWith(route, api, request, { headers });
}

function sendWith(
  route: string,
  api: Api,
  { path = {}, query = {}, body }: RouteRequest,
  credentials: { headers: Record<string, string>; token?: string },
  search = '',
): Promise<Answer> {
  const [method = '', pattern = ''] = route.split(' ');
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const params = [new URLSearchParams(query).toString(), search].filter(Boolean).join('&');
  return api.request(method, params ? `${address}?${params}` : address, {
    ...credentials,
    ...(body && { body }),
  });
}

/** A new person with two entries, an imported one and two insights, the first of each made by the route's own request. */
export async function newOwner(api: Api): Promise<Owner> {
  const mark = `mark-${randomUUID()}`;
  const person = await api.signUp({ firstName: mark });
  const idempotencyKey = randomUUID();
  const headers = { 'Idempotency-Key': idempotencyKey };
  const askFor = async (range: string, keyed: Record<string, string>): Promise<InsightJobDto> => {
    const body = { ...INSIGHT, range };
    const response = await person.request<InsightJobDto>('POST', '/api/insights', { body, headers: keyed });
    return person.finished(response.body.id);
  };
  const photoId = (await sendPhoto(person)).body._id;
  await person.write({ ...ENTRY, weatherData: 'Sunny', photos: [photoId] }, headers);
  const entry = await person.write({ content: mark, weatherData: 'Sunny' });
  const importId = randomUUID();
  await person.request('POST', '/api/journal/import', {
    body: { entries: [{ ...ENTRY, createdAt: TWO_HOURS_AGO }], import: { id: importId, source: 'Day One' } },
  });
  const accessToken = await person.createAccessToken({ name: mark });
  const insight = await askFor(INSIGHT.range, headers);
  await askFor('lastMonth', {});
  const page = await person.search({ limit: '1' });
  const insightsPage = await person.request<{ nextCursor: string }>('GET', '/api/insights?limit=1');
  const entriesCursor = page.headers.get('x-next-cursor') ?? '';
  const { nextCursor: insightsCursor } = insightsPage.body;
  return {
    ...{ person, mark, entry, insight, entriesCursor, insightsCursor, importId, photoId },
    ...{ accessToken, idempotencyKey },
    ...(await beReminded(person)),
  };
}

/**
 * An owner for the requests of a route, in the order of `ROUTES`: the same as for the last one, unless this one may take
 * something away. Making one takes 15 requests, two of them with a password.
 */
export async function ownerFor(route: string, api: Api, last?: Owner): Promise<Owner> {
  return last && !takesAway(route) ? last : newOwner(api);
}

async function beReminded(person: Person) {
  const subscription = newSubscription();
  await person.request('PUT', '/api/reminders', { body: REMINDERS });
  await person.request('PUT', '/api/reminders/letter', { body: LETTER });
  const { body: device } = await person.request<ReminderDeviceDto>('POST', '/api/reminders/subscriptions', {
    body: subscription,
  });
  const { body: feed } = await person.request<{ path: string }>('POST', '/api/reminders/feed');
  return { subscription, deviceId: device.id, feedSecret: feed.path.split('/').at(-1) ?? '' };
}

/** All of a person's data that they can see, including the session of the cookie. */
export async function everythingOf({ person }: Owner): Promise<unknown> {
  const [user, identities, accessTokens, entries, imports, insights, reminders, session] = await Promise.all([
    person.request('GET', '/api/user/me'),
    person.request('GET', '/api/user/me/identities'),
    person.request('GET', '/api/user/me/access-tokens'),
    person.search(),
    person.request('GET', '/api/journal/imports'),
    person.request('GET', '/api/insights'),
    person.request('GET', '/api/reminders'),
    person.api.request<{ user: object }>('GET', '/api/session', { headers: { cookie: person.cookie } }),
  ]);
  const answers = [user, identities, accessTokens, entries, imports, insights, reminders];
  return [...answers.map(({ body }) => body), session.body.user];
}
