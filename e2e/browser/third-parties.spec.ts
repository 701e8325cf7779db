import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { Browser } from 'playwright-core';
import { Api, type Person } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { readE2eConfig } from '../support/stacks/config.js';

const ELSEWHERE = 'https://elsewhere.example';

/** Requests that injected code could try to send from the page. */
const ATTEMPTS = `
  new Image().src = '${ELSEWHERE}/probe.png';
  fetch('${ELSEWHERE}/probe').catch(() => undefined);
  const script = document.createElement('script');
  script.src = '${ELSEWHERE}/probe.js';
  document.body.append(script);`;

// ASVS 1.1.1, 1.1.2, 3.7.1, 3.7.2, 14.2.3
describe('the page', () => {
  let browser: Browser;
  let ada: Person;
  let visit: Visit;

  beforeAll(async () => {
    ada = await new Api(readE2eConfig().url).signUp();
    await ada.stamped((await ada.write())._id);
    const asked = await ada.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'lastWeek' } });
    await ada.finished(asked.body.id);
    browser = await launch();
  });

  afterAll(() => browser.close());

  beforeEach(async () => {
    visit = await Visit.start(browser);
  });

  afterEach(() => visit.close());

  /** Follows every internal link from here, but those to files; returns the paths of all screens that it reached. */
  async function walkEverywhere(): Promise<string[]> {
    const { page } = visit;
    const known = new Set([new URL(page.url()).pathname]);
    for (const path of known) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Waits for what the screen fetches when it is shown.
      await page.waitForLoadState('networkidle');
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      const paths = links.map((link) => new URL(link ?? '/', page.url()).pathname);
      for (const path of paths.filter((path) => !path.endsWith('.txt'))) known.add(path);
    }
    return [...known].sort();
  }

  it('sends requests only to the journal, on every screen before and behind the login', async () => {
    await visit.page.goto('/');
    expect(await walkEverywhere()).toEqual(expect.arrayContaining(['/', '/login', '/signup']));
    await visit.logIn(ada);
    expect(await walkEverywhere()).toEqual(expect.arrayContaining(['/', '/journal', '/insights']));
    expect(visit.foreign).toEqual([]);
    expect(visit.errors).toEqual([]);
  });

  it.each([
    ['a page of a proxy', 502, 'text/html', '<h1>Bad Gateway</h1>'],
    ['a login page', 200, 'text/html', '<h1>Log in</h1>'],
    ['nothing', 200, 'text/javascript', ''],
  ])(
    'says that it could not be loaded if its code is answered with %s, and opens after a reload',
    async (_what, status, contentType, body) => {
      const { page } = visit;
      await page.context().route('**/assets/*.js', (route) => route.fulfill({ status, contentType, body }));
      await page.goto('/');
      await page.getByRole('heading', { name: 'Inner Weather could not be loaded' }).waitFor();
      await page.context().unroute('**/assets/*.js');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('heading', { name: 'Your mood has a weather of its own.' }).waitFor();
    },
  );

  it('cannot send requests elsewhere: its Content-Security-Policy blocks them', async () => {
    const { page } = visit;
    const reached: string[] = [];
    await page.context().route(`${ELSEWHERE}/**`, async (route) => {
      reached.push(route.request().url());
      await route.abort();
    });
    await page.goto('/');
    const violations = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const blocked: string[] = [];
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            blocked.push(effectiveDirective);
            if (blocked.length === 3) resolve(blocked.sort());
          });
        }),
    );
    await page.evaluate(ATTEMPTS);
    expect(await violations).toEqual(['connect-src', 'img-src', 'script-src-elem']);
    expect(reached).toEqual([]);
  });

  it('runs no inline script and applies no inline style', async () => {
    const { page } = visit;
    await page.goto('/');
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      const button = document.createElement('button');
      button.setAttribute('onclick', 'window.ran = true');
      button.setAttribute('style', 'position: fixed; top: 77px');
      document.body.append(script, button);
      button.click();
      return ['ran' in window, getComputedStyle(button).top];
    });
    expect(ran).toEqual([false, 'auto']);
  });
});
