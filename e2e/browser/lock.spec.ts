import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Api, PASSWORD, type Person } from '../support/requests/api.js';
import { launch, launchProfile, Visit } from '../support/pages/browser.js';
import { stackUrl } from '../support/stacks/config.js';
import { lockHeading, PIN, setLock, type, unlock } from '../support/pages/lock.js';
import { card, contentsOf, filesWith, keptNames, textField, write } from '../support/pages/offline.js';

const api = new Api(stackUrl());
const WRONG = '000000';
const FIRST_WORDS = 'Marzipan barometer, from home.';
const WAITING_WORDS = 'Cinnamon hygrometer, on the train.';
const DRAFT = 'Vanilla anemometer, not done.';

/** What the disk has of the lock and of what waits, in base64. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const all = <T>(name: string): Promise<T[]> =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('inner-weather');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as T[]);
          };
        };
      });
    const base64 = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)));
    interface Pin {
      salt: Uint8Array;
      nonce: Uint8Array;
      data: ArrayBuffer;
      rounds: number;
    }
    const [key] = await all<{ lock?: { pin?: Pin } }>('keys');
    if (!key?.lock?.pin) throw new Error('no PIN');
    const { salt, nonce, data, rounds } = key.lock.pin;
    const waiting = await all<{ data: ArrayBuffer }>('waiting');
    return {
      pin: { salt: base64(salt), nonce: base64(nonce), data: base64(data), rounds },
      waiting: waiting.map((one) => base64(one.data)),
    };
  });

type Pin = Awaited<ReturnType<typeof stored>>['pin'];

/** The key that seals everything, as anybody gets it who has the disk and the PIN. */
function keyOf({ salt, nonce, data, rounds }: Pin, userId: string): Buffer {
  const key = pbkdf2Sync(PIN, Buffer.from(salt, 'base64'), rounds, 32, 'sha256');
  const sealed = Buffer.from(data, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'));
  decipher.setAAD(Buffer.from(`${userId}/lock/pin`)).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

describe('a lock on this device', () => {
  let ana: Person;

  beforeEach(async () => {
    ana = await api.signUp({ firstName: 'Ana' });
    await ana.write({ content: FIRST_WORDS, location: 'Porto' });
  });

  describe('on the disk', () => {
    let folder: string;
    let context: BrowserContext;
    let page: Page;

    const start = async (): Promise<void> => {
      ({ context } = await launchProfile(folder, stackUrl()));
      page = context.pages()[0] ?? (await context.newPage());
    };

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'inner-weather-lock-'));
      await start();
      const data = { email: ana.user.email, password: PASSWORD };
      expect((await page.request.post('/api/login', { data })).status()).toBe(200);
      await page.goto('/journal');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await eventually(async () => expect(await keptNames(page)).toContain('entries'));
      await setLock(page);
      await page.getByRole('navigation').getByRole('link', { name: 'Journal' }).first().click();
      await card(page, FIRST_WORDS).waitFor();
      await context.setOffline(true);
      await write(page, WAITING_WORDS);
      await textField(page).fill(DRAFT);
      await page.getByText('Draft saved').waitFor();
    });

    afterEach(async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    it('leaves neither words nor key in any file, and opens without a connection, whatever the clock says', async () => {
      const { pin, waiting } = await stored(page);
      const key = keyOf(pin, ana.user.id);
      await page.evaluate(() => localStorage.setItem('planted', 'Liquorice thermometer'));
      const { token } = ana;
      await context.close();

      // The search finds what is there: plain words, and what is sealed.
      expect(filesWith(folder, 'Liquorice thermometer')).not.toEqual([]);
      expect(waiting).toHaveLength(1);
      expect(filesWith(folder, Buffer.from(waiting[0] ?? '', 'base64'))).not.toEqual([]);
      for (const words of [FIRST_WORDS, WAITING_WORDS, DRAFT, token, PIN])
        expect([words, filesWith(folder, words)]).toEqual([words, []]);
      expect(key).toHaveLength(32);
      expect(filesWith(folder, key)).toEqual([]);
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(filesWith(folder, key.toString(encoding).replace(/=+$/, ''))).toEqual([]);

      await start();
      await context.setOffline(true);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const now = Date.now();
      await page.clock.install({ time: now + 24 * 60 * 60_000 });
      await page.goto('/journal');
      for (let left = 9; left > 6; left -= 1) {
        await lockHeading(page).waitFor();
        await type(page, WRONG);
        await page.getByText(`Wrong PIN. ${left} tries left.`).waitFor();
      }
      // A clock that is set back makes the pause no longer.
      await page.clock.setSystemTime(now);
      await page.reload();
      await page.getByText('Wait', { exact: false }).waitFor();
      const shown = await page.content();
      for (const own of [FIRST_WORDS, WAITING_WORDS, DRAFT, ana.user.name, ana.user.email])
        expect(shown).not.toContain(own);
      expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
      await eventually(async () => {
        await page.clock.fastForward('00:06');
        if (await lockHeading(page).isVisible()) await type(page, PIN);
        await lockHeading(page).waitFor({ state: 'detached', timeout: 3_000 });
      });
      await card(page, WAITING_WORDS).waitFor();
      await card(page, FIRST_WORDS).waitFor();
      expect(await textField(page).inputValue()).toBe(DRAFT);
    }, 90_000);

    it('deletes the copy after ten wrong PINs, and sends what waited once its writer has logged in', async () => {
      await page.clock.install();
      await page.reload();
      await lockHeading(page).waitFor();
      for (let left = 9; left > 0; left -= 1) {
        await type(page, WRONG);
        const tries = left === 1 ? '1 try left.' : `${left} tries left.`;
        await page.getByText(`Wrong PIN. ${tries}`).waitFor();
        // A reload gives no try back.
        if (left === 6) {
          await page.reload();
          await page.getByText('Wait', { exact: false }).waitFor();
        }
        // The page may begin to count the pause after it has said so.
        await eventually(async () => {
          await page.clock.fastForward('10:01');
          expect(await page.getByText('Wait', { exact: false }).isVisible()).toBe(false);
        });
      }
      await type(page, WRONG);
      await page.getByRole('heading', { name: 'Log in to continue' }).waitFor();
      const names = await keptNames(page);
      expect(names.filter((name) => !name.startsWith('draft.'))).toEqual([]);
      expect(await keptNames(page, 'waiting')).toHaveLength(1);
      // No PIN opens it any more: what the PIN has wrapped is gone.
      await expect(stored(page)).rejects.toThrow();

      // Its cookie is still good, but the session has ended.
      await context.setOffline(false);
      await page.reload();
      await page.goto('/login');
      await page.getByLabel('Email').fill(ana.user.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.getByRole('heading', { name: "Ana's Journal" }).waitFor();
      await eventually(async () => expect(await contentsOf(ana)).toEqual([FIRST_WORDS, WAITING_WORDS]));
      expect(await textField(page).inputValue()).toBe(DRAFT);
      await page.reload();
      await page.getByRole('heading', { name: "Ana's Journal" }).waitFor();
    });
  });

  describe('in a browser', () => {
    let browser: Browser;
    let visit: Visit;
    let page: Page;

    beforeAll(async () => {
      browser = await launch();
    });

    afterAll(() => browser.close());

    beforeEach(async () => {
      // WebAuthn knows no addresses of digits.
      visit = await Visit.start(browser, { url: stackUrl().replace('127.0.0.1', 'localhost') });
      page = visit.page;
      await visit.logIn(ana);
      await card(page, FIRST_WORDS).waitFor();
    });

    afterEach(async () => {
      expect(visit.errors).toEqual([]);
      await visit.close();
    });

    const see = (visibility: 'hidden' | 'visible') =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);

    it('closes in all tabs at once, and after minutes out of sight', async () => {
      await setLock(page);
      const other = await visit.context.newPage();
      // A slow one shows entries well before it has loaded everything else.
      const session = await visit.context.newCDPSession(other);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
      await other.goto('/journal');
      await unlock(other);
      await card(other, FIRST_WORDS).waitFor();
      await page.getByRole('button', { name: 'Lock now' }).click();
      await Promise.all([lockHeading(page).waitFor(), lockHeading(other).waitFor()]);
      await other.close();

      await page.clock.install();
      await page.goto('/journal');
      await unlock(page);
      await card(page, FIRST_WORDS).waitFor();
      await see('hidden');
      await page.clock.fastForward('04:50');
      await see('visible');
      await card(page, FIRST_WORDS).waitFor();
      await see('hidden');
      await page.clock.fastForward('05:01');
      await lockHeading(page).waitFor();
    });

    it('is accessible in the settings, and when it is closed, in light and dark', async () => {
      await setLock(page);
      await visit.lookOnBoth('lock-setting', '#section-lock');
      for (const language of ['en', 'de', 'ar']) {
        await page.evaluate((name) => localStorage.setItem('inner-weather.language', name), language);
        await page.reload();
        await page.getByRole('button', { name: '5', exact: true }).waitFor();
        await type(page, '12');
        await eventually(async () => expect(await page.getByRole('status').textContent()).toContain('2'));
        await visit.lookOnBoth(`lock-${language}`);
      }
      // Two digits are in: one of the first three dots is empty.
      const dots = page.locator('span:has(> span:nth-child(6)) > span:nth-child(-n + 3)');
      await visit.expectOneStandsOut(dots, 'borderTopWidth');
    }, 90_000);

    it('can be removed, and opens by a new PIN after it was changed', async () => {
      await setLock(page);
      await page.getByRole('button', { name: 'Change the PIN' }).click();
      await type(page, PIN);
      await page.getByRole('heading', { name: 'Choose a PIN' }).waitFor();
      await type(page, '271828');
      await page.getByRole('heading', { name: 'The same PIN once more' }).waitFor();
      await type(page, '271828');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.reload();
      await lockHeading(page).waitFor();
      await type(page, PIN);
      await page.getByText('Wrong PIN. 9 tries left.').waitFor();
      await type(page, '271828');
      const lock = page.getByRole('switch', { name: 'Lock', exact: true });
      await lock.click();
      await lockHeading(page).waitFor();
      await type(page, '271828');
      await eventually(async () => expect(await lock.getAttribute('aria-checked')).toBe('false'));
      await page.goto('/journal');
      await card(page, FIRST_WORDS).waitFor();
    });

    it('opens by the check of the device, which wraps the key as well', async () => {
      const line = await visit.context.newCDPSession(page);
      await line.send('WebAuthn.enable');
      const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          ctap2Version: 'ctap2_1',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
          hasPrf: true,
        },
      });
      await setLock(page);
      const ownCheck = page.getByRole('switch', { name: 'Fingerprint or face' });
      await ownCheck.click();
      await lockHeading(page).waitFor();
      await type(page, PIN);
      await eventually(async () => expect(await ownCheck.getAttribute('aria-checked')).toBe('true'));
      // It is asked at once.
      await page.goto('/journal');
      await card(page, FIRST_WORDS).waitFor();
      await line.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await page.reload();
      await lockHeading(page).waitFor();
      await unlock(page);
      await card(page, FIRST_WORDS).waitFor();
    });
  });
});
