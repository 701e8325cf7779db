import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { Api, type Person, signUpForm } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { readE2eConfig } from '../support/stacks/config.js';

const { url } = readE2eConfig();
const api = new Api(url);

/** Forms can send these, with anything that looks like JSON inside. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Everything that a page of another origin can try on behalf of its visitor. None of it may succeed. */
async function attack(page: Page, method: string, address: string, body: string): Promise<string[]> {
  return page.evaluate(
    async ([method, address, body, types]) => {
      const read: string[] = [];
      const attempt = async (options: RequestInit): Promise<void> => {
        try {
          const answer = await fetch(address, { method, credentials: 'include', ...options });
          if (answer.type !== 'opaque') read.push(`${answer.status} ${await answer.text()}`);
        } catch {
          // The request was not sent, or its answer cannot be read.
        }
      };
      const withBody = method === 'GET' ? {} : { body };
      await attempt(withBody);
      await attempt({ ...withBody, mode: 'no-cors' });
      await attempt({ mode: 'no-cors' });
      await attempt({ ...withBody, headers: { 'content-type': 'application/json' } });
      await attempt({ headers: { 'x-auth-token': 'token' } });
      if (method !== 'GET' && method !== 'POST') return read;
      const submit = async (enctype: string): Promise<void> => {
        const frame = document.createElement('iframe');
        frame.name = crypto.randomUUID();
        const form = document.createElement('form');
        Object.assign(form, { method, action: address, enctype, target: frame.name });
        const field = document.createElement('input');
        // As text/plain this makes a body of JSON.
        Object.assign(field, { name: body.slice(0, -1) + ',"x":"', value: '"}' });
        form.append(field);
        document.body.append(frame, form);
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        form.submit();
        await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 2_000))]);
      };
      await Promise.all(types.map(submit));
      return read;
    },
    [method, address, body, FORM_TYPES] as const,
  );
}

/** Two that need the cookie alone, and two that need a token, since e2e/attacks/encoded-paths.spec.ts has all refuse another origin. */
const SOME_ROUTES = ['GET /api/session', 'POST /api/logout', 'POST /api/journal/new', 'DELETE /api/user/me'];

// ASVS 3.5.1, 3.5.2, 3.5.3
/** The requests of another site do not even carry the cookie. */
describe('a page of another origin and the same site, whose requests carry the cookie', () => {
  let browser: Browser;
  let server: Server;
  let visit: Visit;
  let ada: Person;
  /** What the journal answered to the page's requests. */
  let answers: { what: string; status: number }[] = [];
  /** What nothing may change. */
  let before: unknown;

  beforeAll(async () => {
    browser = await launch();
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A page</title><body>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ada = await api.signUp();
    await ada.write({ weatherData: 'Sunny' });
    // One session for all: a route that ended it would be seen by the test of that route.
    visit = await Visit.start(browser);
    await visit.logIn(ada);
    before = await everything(visit.page);
    visit.context.on('response', (answer) => {
      if (!answer.url().startsWith(`${url}/api/`)) return;
      answers.push({ what: `${answer.request().method()} ${answer.url()}`, status: answer.status() });
    });
  });

  afterAll(async () => {
    await visit.close();
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const everything = async (page: Page): Promise<unknown> => {
    const session = await page.request.get(`${url}/api/session`);
    const user = ((await session.json()) as { user: object }).user;
    return [user, (await ada.request('GET', '/api/user/me')).body, (await ada.search()).body];
  };

  beforeEach(async () => {
    await visit.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    answers = [];
  });

  it.each(SOME_ROUTES)('can do nothing with %s', async (route) => {
    const { page } = visit;
    const [method = '', path = ''] = route.split(' ');
    const body = JSON.stringify({ ...signUpForm(), content: 'x', inputMood: 'Sad', currentPassword: 'x' });
    const read = await attack(page, method, `${url}${path.replace(/\{\w+\}/g, '0'.repeat(24))}`, body);
    expect(read).toEqual([]);
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect(await everything(page)).toEqual(before);
  });

  it('cannot put the journal into a frame, or load what it answers as a script or a picture', async () => {
    const { page } = visit;
    const outcomes = await page.evaluate(async (journal) => {
      const load = (tag: 'script' | 'img', path: string): Promise<string> =>
        new Promise((resolve) => {
          const element = document.createElement(tag);
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          element.src = `${journal}${path}`;
          document.body.append(element);
        });
      const frame = document.createElement('iframe');
      frame.src = `${journal}/journal`;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      return [await load('script', '/api/session'), await load('img', '/favicon.svg')];
    }, url);
    expect(outcomes).toEqual(['refused', 'refused']);
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    expect(
      await framed
        ?.getByRole('heading')
        .count()
        .catch(() => 0),
    ).toBe(0);
  });
});
