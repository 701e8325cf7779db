import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { ReminderDeviceDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Answer, Api, Person } from './api.js';
import { endsSessions } from './documented-routes.js';
import type { Owner, RouteRequest } from './route-owner.js';
import {
  BEGINNINGS,
  ENTRY,
  INSIGHT,
  LETTER,
  MEASURE,
  MOOD,
  REMINDERS,
  TWO_HOURS_AGO,
} from './route-requests.js';
import { sendPhoto } from '../photos.js';
import { NO_PUSH_SERVICE } from '../stacks/stack.mjs';

/** What a browser has after it subscribed to the push service of the test stack, at which nobody answers. */
export function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://${NO_PUSH_SERVICE}/${randomUUID()}`, keys };
}

/** Refused to everybody else before anything is read. */
export const isForAdministrators = (route: string): boolean =>
  route.includes(' /api/admin/') || route.endsWith(' /api/invitations/{id}');

/** Routes that identify a person by the cookie, not by the token. */
const BY_COOKIE = ['GET /api/session', 'POST /api/logout'];

/** Every place of a request with its value. */
export function placesOf({ photo: _bytes, ...request }: RouteRequest): Map<string, unknown> {
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
  { path = {}, query = {}, body, photo }: RouteRequest,
  credentials: { headers: Record<string, string>; token?: string },
  search = '',
): Promise<Answer> {
  const [method = '', pattern = ''] = route.split(' ');
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const params = [new URLSearchParams(query).toString(), search].filter(Boolean).join('&');
  const headers = { ...credentials.headers, ...(photo && { 'content-type': 'image/png' }) };
  return api.request(method, params ? `${address}?${params}` : address, {
    ...credentials,
    headers,
    ...((photo ?? body) && { body: photo ?? body }),
  });
}

/** A new person with a measure, a mood, two entries, an imported one and two insights, the first of each made by the route's own request. */
export async function newOwner(api: Api): Promise<Owner> {
  // A measure's name has room for it.
  const mark = `m-${randomUUID()}`;
  const person = await api.signUp({ firstName: mark });
  const idempotencyKey = randomUUID();
  const headers = { 'Idempotency-Key': idempotencyKey };
  const askFor = async (range: string, keyed: Record<string, string>): Promise<InsightJobDto> => {
    const body = { ...INSIGHT, range };
    const response = await person.request<InsightJobDto>('POST', '/api/insights', { body, headers: keyed });
    return person.finished(response.body.id);
  };
  const [measureId, moodId, importId] = [randomUUID(), randomUUID(), randomUUID()];
  const questions = [{ _id: randomUUID(), text: `What of ${mark}?`, weekdays: [], archived: false }];
  // Asked again, as a password is: photos wait for their turn, too.
  const photoId = await eventually(async () => {
    const { status, body } = await sendPhoto(person);
    if (status !== 201) throw new Error(`no photo: ${status} ${JSON.stringify(body)}`);
    return body._id;
  });
  const [accessToken, reminded] = await Promise.all([
    person.createAccessToken({ name: mark }),
    beReminded(person),
    person.request('PUT', `/api/measures/${measureId}`, { body: { ...MEASURE, name: mark } }),
    person.request('PUT', `/api/moods/${moodId}`, { body: { ...MOOD, name: mark } }),
    person.request('PUT', '/api/beginnings', { body: { ...BEGINNINGS, version: 0, questions } }),
    person.request('POST', '/api/journal/import', {
      body: {
        entries: [{ ...ENTRY, createdAt: TWO_HOURS_AGO }],
        import: { id: importId, source: 'Day One' },
      },
    }),
  ]);
  await person.write({ ...ENTRY, weatherData: 'Sunny', photos: [photoId] }, headers);
  const entry = await person.write({ content: mark, weatherData: 'Sunny', measures: { [measureId]: 420 } });
  const [insight] = await Promise.all([askFor(INSIGHT.range, headers), askFor('lastMonth', {})]);
  const page = await person.search({ limit: '1' });
  const insightsPage = await person.request<{ nextCursor: string }>('GET', '/api/insights?limit=1');
  const entriesCursor = page.headers.get('x-next-cursor') ?? '';
  const { nextCursor: insightsCursor } = insightsPage.body;
  return {
    ...{ person, mark, entry, insight, entriesCursor, insightsCursor, importId, photoId },
    ...{ accessToken, idempotencyKey, measureId, moodId },
    ...reminded,
  };
}

/**
 * An owner for the requests of a route, in the order of `ROUTES`: the same as for the last one, unless this one may end
 * their session. Making one takes 20 requests, two of them with a password.
 */
export async function ownerFor(route: string, api: Api, last?: Owner): Promise<Owner> {
  return last && !endsSessions(route) ? last : newOwner(api);
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
  const [{ body: session }, ...answers] = await Promise.all([
    person.api.request<{ user: object }>('GET', '/api/session', { headers: { cookie: person.cookie } }),
    person.request('GET', '/api/user/me'),
    person.request('GET', '/api/user/me/identities'),
    person.request('GET', '/api/user/me/access-tokens'),
    person.search(),
    person.request('GET', '/api/journal/imports'),
    person.request('GET', '/api/measures'),
    person.request('GET', '/api/moods'),
    person.request('GET', '/api/beginnings'),
    person.request('GET', '/api/insights'),
    person.request('GET', '/api/reminders'),
  ]);
  return [...answers.map(({ body }) => body), session.user];
}
