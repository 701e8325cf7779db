import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { Api, type Answer } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { ROUTES } from '../support/requests/documented-routes.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);

const ada = await api.signUp();

const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;

/** Another spelling of an address that the router treats as the same address. */
const spell = (path: string): string => path.replace(/[a-z]/g, percent);

describe('an address whose letters are encoded', () => {
  /** Requests a route by its other spelling, with ids that name nothing. */
  const ask = (route: string, headers: Record<string, string>): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    return ada.request(method, spell(path.replace(/\{\w+\}/g, 'none')), { headers });
  };

  const expectRefused = (answer: Answer): void => {
    expectProblem(answer, 403, 'forbidden', problem(REQUEST_PROBLEMS.wrong_origin).msg);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  };

  it.each(ROUTES)(
    'is treated as %s: pages of other origins are refused, and caches keep nothing',
    async (route) => {
      expectRefused(await ask(route, { 'sec-fetch-site': 'same-site', cookie: ada.cookie }));
    },
  );

  it('is refused to a page that an older browser names by its origin only', async () => {
    expectRefused(await ask('GET /api/user/me', { origin: 'http://127.0.0.1:1', cookie: ada.cookie }));
  });

  it('ends no session when another site asks, and answers like the plain address when our own page asks', async () => {
    const session = await ask('GET /api/session', { cookie: ada.cookie });
    expect(session.status).toBe(200);
    expect(session.headers.get('cache-control')).toBe('no-store');
  });

  it('does not serve the UI for an unknown route', async () => {
    const answer = await ask('GET /api/nope', { accept: 'text/html' });
    expectProblem(answer, 404, 'not_found');
  });
});
