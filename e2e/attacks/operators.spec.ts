import type { ImportReportDto } from '@inner-weather/contracts/journal/import.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { type Answer, Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { reads, ROUTES } from '../support/requests/documented-routes.js';
import {
  everythingOf,
  isForAdministrators,
  newOwner,
  ownerFor,
  placesOf,
  send,
  withPlace,
} from '../support/requests/every-route.js';
import type { Owner, RouteRequest } from '../support/requests/route-owner.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { expectProblem } from '../support/requests/problem.js';
import { isSoak } from '../support/soak.js';

const api = new Api(readE2eConfig().url);

/** Values that a database could read as an operator, or a schema as a pattern. */
const OPERATORS = [
  { $gt: '' },
  { $where: 'sleep(2000) || true' },
  { 'a.b': 'x' },
  [],
  ['Porto'],
  [{ $gt: '' }],
];

/** The same values as text. */
const WORDS = ['{"$gt":""}', '$$ROOT', '.*', "'; return true; //"];

const KEYS = {
  $where: 'true',
  $or: [{}],
  $set: { userId: 'x' },
  'user.id': 'x',
  'weather.text': 'x',
  _id: 'x',
};

/** Routes that search by the texts of their requests. */
const looksUp = (route: string): boolean =>
  reads(route) || ['POST /api/login', 'POST /api/journal/search'].includes(route);

const KINDS = { path: 'path.', query: 'query.', headers: 'headers.', body: 'body.' };

/** The places of one kind that a request of the route has. */
const placesIn = (request: RouteRequest, kind: keyof typeof KINDS): string[] =>
  [...placesOf(request).keys()].filter((place) => place.startsWith(KINDS[kind]));

/** The request without one parameter of its query, so that a test can add another in its place. */
function withoutQuery(request: RouteRequest, name: string): RouteRequest {
  const query = Object.fromEntries(Object.entries(request.query ?? {}).filter(([known]) => known !== name));
  return { ...request, query };
}

/** The names of what an answer has, but for what an entry gets later with its weather. */
const keysOf = ({ body }: Answer): string[] =>
  Object.keys(body as object).filter((name) => name !== 'temperature');

/** The client chooses the id, and a day is no id. */
const IS_CHECKED = [
  'PUT /api/measures/{id} with path.id',
  'PUT /api/measures/{id}/days/{day} with path.day',
  'PUT /api/moods/{id} with path.id',
];
/** What is not there is deleted. */
const DELETES_TWICE = ['DELETE /api/measures/{id}', 'DELETE /api/moods/{id}'];

const owner = await newOwner(api);
const before = await everythingOf(owner);

// ASVS 1.2.4, 15.3.5, 15.3.6, 15.3.7
describe('operators of the database', () => {
  let stranger: Owner;
  /** How often one of the words was sent instead of all. */
  let turns = 0;

  const requestOf = (route: string): RouteRequest => REQUESTS[route]!(stranger);

  const expectHarmless = (answer: { status: number; body: unknown }): void => {
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).not.toContain(owner.mark);
  };

  describe.each(ROUTES)('in %s', (route) => {
    // Some of these requests end the sender's account or session.
    beforeAll(async () => {
      stranger = await ownerFor(route, api, stranger);
    });

    it('are refused in every field of the body', async () => {
      const request = requestOf(route);
      for (const operator of OPERATORS) {
        // A field that takes a list may hold one; its contents are checked separately.
        const places = placesIn(request, 'body').filter(
          (place) => !Array.isArray(operator) || !Array.isArray(placesOf(request).get(place)),
        );
        if (places.length === 0) continue;
        const wrong = places.reduce((one, place) => withPlace(one, place, operator), request);
        const answer = await send(route, stranger, wrong);
        // http/administration.spec.ts sends operators as an administrator.
        if (isForAdministrators(route)) {
          expectProblem(answer, 403, 'forbidden');
          continue;
        }
        const { errors } = expectProblem(answer, 400, 'validation_failed');
        expect(errors.map(({ field }) => `body.${field}`)).toEqual(expect.arrayContaining(places));
      }
    });

    it('are ignored as keys of a body', async () => {
      const request = requestOf(route);
      if (!request.body) return;
      const answer = await send(route, stranger, request);
      stranger = await ownerFor(route, api, stranger);
      const own = requestOf(route);
      const same = await send(route, stranger, { ...own, body: { ...own.body, ...KEYS } });
      stranger = await ownerFor(route, api, stranger);
      expect(same.status).toBe(answer.status);
      expect(keysOf(same)).toEqual(keysOf(answer));
    });

    it('are refused or ignored in every parameter of the query', async () => {
      for (const place of placesIn(requestOf(route), 'query')) {
        const name = place.slice(KINDS.query.length);
        const value = encodeURIComponent(requestOf(route).query?.[name] ?? '');
        for (const search of [
          `${name}[$gt]=`,
          `${name}[$ne]=x`,
          `${name}%5B%24regex%5D=.*`,
          `${name}.$gt=`,
          `${name}=${value}&${name}=${value}`,
          `${name}[]=${value}`,
        ]) {
          expectHarmless(await send(route, stranger, withoutQuery(requestOf(route), name), search));
        }
      }
    });

    it('are not found when they are sent as ids', async () => {
      for (const place of placesIn(requestOf(route), 'path')) {
        for (const words of WORDS) {
          const answer = await send(route, stranger, withPlace(requestOf(route), place, words));
          if (isForAdministrators(route)) expectProblem(answer, 403, 'forbidden');
          else if (DELETES_TWICE.includes(route)) expect(answer.status).toBe(204);
          else if (IS_CHECKED.includes(`${route} with ${place}`))
            expectProblem(answer, 400, 'validation_failed');
          else expectProblem(answer, 404, 'not_found');
        }
      }
    });

    it('are plain text where text is allowed', async () => {
      // Routes that do not search by their texts get one of the words at each place.
      const some = !isSoak && !looksUp(route);
      const places = [...placesOf(requestOf(route)).keys()];
      for (const place of places.filter((one) => !one.startsWith(KINDS.path))) {
        for (const words of some ? [WORDS[turns++ % WORDS.length]] : WORDS) {
          expectHarmless(await send(route, stranger, withPlace(requestOf(route), place, words)));
        }
      }
    });
  });

  it('have changed nothing of another person by any of these', async () => {
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('are refused in every field of an entry that is imported', async () => {
    const [person, { entry }] = [await api.signUp(), owner];
    // Tags are a list of texts, so one of these is no operator there.
    const isTags = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
    const entries = Object.keys(entry).flatMap((field) =>
      OPERATORS.filter((operator) => field !== 'tags' || !isTags(operator)).map((operator) => ({
        ...entry,
        [field]: operator,
      })),
    );
    for (let from = 0; from < entries.length; from += LIMITS.importBatchMax) {
      const some = entries.slice(from, from + LIMITS.importBatchMax);
      const { body } = await person.request<ImportReportDto>('POST', '/api/journal/import', {
        body: { entries: some },
      });
      expect(body).toMatchObject({ added: 0, alreadyThere: 0 });
      expect(body.refused).toHaveLength(some.length);
    }
  });

  it('are kept in an entry as they were typed', async () => {
    const person = await api.signUp();
    for (const words of WORDS) {
      const { _id } = await person.write({ content: words, location: words, weatherData: words });
      const body = { content: `${words}!`, inputMood: words, location: words };
      expect((await person.request('PUT', `/api/journal/update/${_id}`, { body })).status).toBe(200);
      const stored = (await person.search()).body.find((entry) => entry._id === _id);
      expect(stored).toMatchObject({ ...body, weatherData: words });
    }
  });
});
