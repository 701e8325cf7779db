import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { type Answer, type Api, claimsOf, dayFromToday, PASSWORD, type Person, signUpForm } from './api.js';

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
  /** The key under which the entry was written and the insight was requested. */
  idempotencyKey: string;
}

/** Values that are the same in the requests of two users, because they belong to neither. */
const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();

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
  'POST /api/password-resets': ({ person }) => ({ body: { email: person.user.email } }),
  'PUT /api/password-resets': () => ({ body: { token: 'none', password: PASSWORD, passwordVal: PASSWORD } }),
  'PUT /api/email-proofs': () => ({ body: { token: 'none', currentPassword: PASSWORD } }),
  'GET /api/user/me/email-proof': () => ({}),
  'POST /api/user/me/email-proof': () => ({}),
  'PUT /api/user/me/email-proof': () => ({ body: { token: 'none' } }),
  'GET /api/invitations': () => ({}),
  'POST /api/invitations': () => ({}),
  'DELETE /api/invitations/{id}': () => ({ path: { id: 'none' } }),
  'GET /api/about': () => ({}),
  'GET /api/help-lines': () => ({}),
  'GET /api/places': () => ({ query: { name: 'Porto', whole: 'true' } }),
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
  'GET /api/user/me/second-factor': () => ({}),
  'POST /api/user/me/second-factor': () => ({ body: { currentPassword: PASSWORD } }),
  'POST /api/user/me/second-factor/confirmation': () => ({ body: { code: '000000' } }),
  'POST /api/user/me/second-factor/removal': () => ({ body: { currentPassword: PASSWORD, code: '000000' } }),
  'POST /api/user/me/second-factor/recovery-codes': () => ({
    body: { currentPassword: PASSWORD, code: '000000' },
  }),
  'GET /api/journal/entries/{id}': ({ entry }) => ({ path: { id: entry._id } }),
  'POST /api/journal/new': ({ person, idempotencyKey }) => ({
    headers: { 'Idempotency-Key': idempotencyKey },
    body: {
      ...ENTRY,
      email: person.user.email,
      inputMood: 'Happy',
      weatherData: 'Sunny',
      place: PLACE,
      date: A_MINUTE_AGO,
      tz: 'Europe/Lisbon',
      tags: ['River'],
      neverSendToAi: false,
    },
  }),
  'POST /api/journal/import': ({ entry }) => ({ body: { entries: [entry], lookUpWeather: false } }),
  'POST /api/journal/weather/{id}': ({ entry }) => ({ path: { id: entry._id } }),
  'PUT /api/journal/update/{id}': ({ entry }) => ({
    path: { id: entry._id },
    headers: { 'If-Match': '*' },
    body: {
      ...ENTRY,
      inputMood: 'Sad',
      place: PLACE,
      date: A_MINUTE_AGO,
      tags: ['River'],
      neverSendToAi: true,
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
  'GET /api/insights': ({ insightsCursor }) => ({ query: { limit: '10', cursor: insightsCursor } }),
  'PATCH /api/insights/{id}': ({ insight }) => ({
    path: { id: insight.id },
    body: { title: 'A week of nobody in particular', useful: true },
  }),
  'DELETE /api/insights/{id}': ({ insight }) => ({ path: { id: insight.id } }),
  'GET /api/insights/{id}': ({ insight }) => ({
    path: { id: insight.id },
    headers: { 'If-None-Match': '"a tag"' },
  }),
};

const ENTRY = { content: 'Words of nobody in particular', location: 'London' };
const INSIGHT = { range: 'lastWeek', tz: 'Europe/Lisbon' };

/** Routes that identify a person by the cookie, not by the token. */
const BY_COOKIE = ['GET /api/session', 'POST /api/logout'];

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
}

const FILE = new URL('../../services/gateway/openapi.json', import.meta.url);
const DOCUMENT = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

/** `METHOD path` of every route that the committed document knows. */
export const ROUTES = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Every parameter and every field of the body that the document knows of a route, such as `body.email`. */
export function documentedPlaces(route: string): string[] {
  const [method = '', path = ''] = route.split(' ');
  const operation = DOCUMENT.paths[path]?.[method.toLowerCase()];
  const reference = operation?.requestBody?.content['application/json'].schema.$ref;
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
  { person }: Owner,
  { path = {}, query = {}, headers = {}, body }: RouteRequest,
  search = '',
): Promise<Answer> {
  const [method = '', pattern = ''] = route.split(' ');
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const params = [new URLSearchParams(query).toString(), search].filter(Boolean).join('&');
  const credentials = BY_COOKIE.includes(route)
    ? { headers: { ...headers, cookie: person.cookie } }
    : { headers, token: person.token };
  return person.api.request(method, params ? `${address}?${params}` : address, {
    ...credentials,
    ...(body && { body }),
  });
}

/** A new person with two entries and two insights, the first of each made by the route's own request. */
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
  await person.write({ ...ENTRY, weatherData: 'Sunny' }, headers);
  const entry = await person.write({ content: mark, weatherData: 'Sunny' });
  const insight = await askFor(INSIGHT.range, headers);
  await askFor('lastMonth', {});
  const page = await person.search({ limit: '1' });
  const insightsPage = await person.request<{ nextCursor: string }>('GET', '/api/insights?limit=1');
  const entriesCursor = page.headers.get('x-next-cursor') ?? '';
  const { nextCursor: insightsCursor } = insightsPage.body;
  return { person, mark, entry, insight, entriesCursor, insightsCursor, idempotencyKey };
}

/** All of a person's data that they can see, including the session of the cookie. */
export async function everythingOf({ person }: Owner): Promise<unknown> {
  const [user, entries, insights, session] = await Promise.all([
    person.request('GET', '/api/user/me'),
    person.search(),
    person.request('GET', '/api/insights'),
    person.api.request<{ user: object }>('GET', '/api/session', { headers: { cookie: person.cookie } }),
  ]);
  return [user.body, entries.body, insights.body, session.body.user];
}
