import { type Browser } from 'playwright-core';
import { signUpForm } from '../support/requests/api.js';
import { fillSignUp, launch, Visit } from '../support/pages/browser.js';
import { Load } from '../support/load.js';
import { docker } from './docker.mjs';
import { COMMANDS, Household } from './household.js';

const MAX_BYTES = 450_000_000;
const ENTRIES = 15;

/** docs/one-container.md; its section about Compose is in operating.spec.ts. */
describe('a household in one container', () => {
  let home: Household;
  let browser: Browser;
  const form = signUpForm();

  beforeAll(async () => {
    [home, browser] = await Promise.all([
      Household.create('household', { 'ana@example.org': form.email }),
      launch(),
    ]);
  });

  afterAll(async () => {
    await browser.close();
    await home.remove();
  }, 60_000);

  it('starts from nothing within 768 MB, on a file system that cannot be written, as nobody', async () => {
    await home.follow('Start');
    await home.ready();
    const { Config } = await home.inspect();
    expect(Config.User).toBe('10001:10001');
    const size = Number(await docker(['image', 'inspect', '--format', '{{.Size}}', home.image]));
    process.stderr.write(`  the image of a household: ${(size / 1_000_000).toFixed(0)} MB\n`);
    expect(size).toBeLessThan(MAX_BYTES);
  }, 300_000);

  it('has the licence of everything that is in it', async () => {
    const inside = (...command: string[]) => docker(['exec', home.name, ...command]);
    const notice = await inside('cat', '/app/notices/NOTICE');
    const files = Array.from(notice.matchAll(/: (?:.*, )?(\/[^\s,;]+)/g), ([, path = '']) => path);
    expect(files.length).toBeGreaterThan(5);
    const jars = await inside('sh', '-c', 'ls /app/node_modules/.cache/inner-weather/*/jars');
    for (const jar of jars.split('\n')) expect(notice).toContain(`\n${/^[a-z0-9]+/.exec(jar)?.[0] ?? jar}`);
    await inside('sh', '-c', `ls -d ${files.filter((file) => !file.includes('node.txt')).join(' ')}`);
  });

  it('is used in a browser, and gives an entry its weather', async () => {
    const visit = await Visit.start(browser, { url: home.api.url });
    const { page } = visit;
    await page.goto('/signup');
    await fillSignUp(page, form);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/journal');
    await page.getByPlaceholder('Tell me about your day...!').fill('All of it in one box.');
    await page.getByRole('button', { name: 'Save Entry', exact: true }).click();
    const card = page.getByRole('article').filter({ hasText: 'All of it in one box.' });
    await card.locator('[data-weather=ready]').waitFor();
    expect(await card.innerText()).toContain('Sunny');
    expect([visit.errors, visit.foreign]).toEqual([[], []]);
    await visit.close();
  }, 120_000);

  it('refuses a second container on its volume, and goes on', async () => {
    const volume = ['--volume', `${home.name}:/data`];
    await expect(docker(['run', '--rm', ...volume, home.image])).rejects.toThrow(/Another container uses/);
    expect((await home.inspect()).State.Health?.Status).toBe('healthy');
  }, 60_000);

  it('answers the commands of its page', async () => {
    const [health, start, services, letters] = await home.follow('Watch');
    expect(health).toBe('healthy');
    expect(start).toContain('Inner Weather is ready');
    expect(services).toContain('"service":"journal"');
    expect(letters).toMatch(/weather\.on-entry +waiting 0 +retrying 0 +dead 0/);
    const [link, status, rewrapped, rotated] = await home.follow('Accounts and keys');
    expect(link).toMatch(/\/reset-password#\S+$/);
    expect(status).toMatch(/^journal: 1 keys wrapped by \w+$/m);
    expect(rewrapped).toMatch(/^journal: 1 keys wrapped anew by \w+$/m);
    expect(rotated).toContain('There are 2 public keys now');
  }, 120_000);

  it('loses nothing that it acknowledged when it is replaced, or killed, while people write', async () => {
    const people = await Promise.all(
      ['Ana', 'Rui', 'Eva'].map((firstName) => home.api.signUp({ firstName })),
    );
    const load = new Load(people, 50);
    await load.reached(ENTRIES);
    const ended = home.docker('wait');
    await home.follow('Upgrade');
    expect(await ended).toBe('0');
    await home.ready();
    await load.reached(load.ledger.size + ENTRIES);
    await home.docker('kill');
    await home.docker('start');
    await load.reached(load.ledger.size + ENTRIES);
    const { acknowledged, attempted } = await load.judge('a container, replaced and killed');
    // A retry with the same key saved each write that failed.
    expect(acknowledged).toBe(attempted);
    await load.stamped();
    expect((await home.inspect()).State.OOMKilled).toBe(false);
  }, 400_000);

  it('has no command in its page that is not tried', () => {
    const here = ['Start', 'Watch', 'Accounts and keys', 'Back up', 'Restore', 'Upgrade'];
    expect(Object.keys(COMMANDS)).toEqual([...here, 'Move to Docker Compose']);
    // operating.spec.ts backs up, and restores into a volume of another name.
    const restore = COMMANDS['Move to Docker Compose']!.at(-1)!;
    expect(COMMANDS.Restore).toEqual([restore.replace('-again:', '-restored:')]);
  });
});
