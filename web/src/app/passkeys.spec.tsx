import { screen, within } from '@testing-library/react';
import { empty, json } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { obstacleInWords } from '../features/auth/components/settings/passkeys';
import type { components } from '../lib/api/api-types.gen';

type Passkey = components['schemas']['PasskeyDto'];
type State = components['schemas']['PasskeysDto'];

const HERE = window.location.origin;
const ELSEWHERE = 'https://journal.example.org';
const ALLOWED: State = { origin: HERE, obstacle: null, passkeys: [] };

const passkey = (over: Partial<Passkey> = {}): Passkey => ({
  id: 'passkey-1',
  name: 'iCloud Keychain',
  host: 'localhost',
  usable: true,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  ...over,
});

const serverWith = (state: Partial<State>) =>
  serverOfAna().on('GET /api/user/me/passkeys', () => json(200, { ...ALLOWED, ...state }));

const openSection = async () => {
  const { person } = openApp('/settings');
  return { person, section: within(await screen.findByRole('region', { name: 'Passkeys' })) };
};

const registration = (passkeyOrigin: string | null) =>
  json(200, { mode: 'open', mail: true, providers: [], passwordLogin: true, passkeyOrigin });

/** jsdom has none. */
const inBrowserWithPasskeys = () => {
  beforeAll(() => Object.assign(window, { PublicKeyCredential: class {} }));
  afterAll(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));
};

describe('the passkeys in the settings', () => {
  describe('of a browser that knows them', () => {
    inBrowserWithPasskeys();

    it('are listed with their times, and those for another address are said to be', async () => {
      serverWith({
        passkeys: [
          passkey({ lastUsedAt: '2026-11-20T21:30:00.000Z' }),
          passkey({ id: 'passkey-2', name: 'Old', host: 'old.example.org', usable: false }),
        ],
      });
      const { section } = await openSection();
      const texts = (await section.findAllByRole('listitem')).map((item) => item.textContent);
      expect(texts).toEqual([
        expect.stringMatching(/^iCloud KeychainAdded 1 Nov 2026.*Last used 20 Nov 2026/),
        expect.stringMatching(/^OldAdded .*Never usedMade for another address, .*old\.example\.org/),
      ]);
    });

    const WHY: [Partial<State>, RegExp][] = [
      [{ origin: null, obstacle: 'no_address' }, /does not know its own.*PUBLIC_URL/],
      [{ origin: null, obstacle: 'no_https' }, /need https/],
      [{ origin: null, obstacle: 'ip_address' }, /is an IP address/],
      [{ origin: null, obstacle: 'only_providers' }, /only with another service/],
      [{ origin: ELSEWHERE }, /^Passkeys work only at .*https:\/\/journal\.example\.org/],
    ];

    it.each(WHY)('are known not to work with %j', (state, words) => {
      expect(obstacleInWords({ ...ALLOWED, ...state })).toMatch(words);
    });

    it('cannot be added where they do not work, and say why', async () => {
      serverWith({ origin: ELSEWHERE, passkeys: [passkey({ usable: false })] });
      const { section } = await openSection();
      await section.findByText(/Passkeys work only at/);
      expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
      // What is there can still go.
      expect(section.getByRole('button', { name: /^Remove .*iCloud Keychain/ })).toBeVisible();
    });

    it('are no more than ten', async () => {
      serverWith({ passkeys: Array.from({ length: 10 }, (_, n) => passkey({ id: `passkey-${n}` })) });
      const { section } = await openSection();
      expect(await section.findAllByRole('listitem')).toHaveLength(10);
      expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    });

    it('are renamed, and removed with the password', async () => {
      const server = serverWith({ passkeys: [passkey()] })
        .on('PATCH /api/user/me/passkeys/passkey-1', () => json(200, passkey({ name: 'My phone' })))
        .on('POST /api/user/me/passkeys/passkey-1/removal', () => empty(204));
      const { person, section } = await openSection();
      await person.click(await section.findByRole('button', { name: /^Rename / }));
      await person.clear(section.getByLabelText('Name'));
      await person.type(section.getByLabelText('Name'), 'My phone');
      await person.click(section.getByRole('button', { name: 'Save' }));
      await person.click(await section.findByRole('button', { name: /^Remove / }));
      await person.type(section.getByLabelText('Your password'), 'a long evening');
      await person.click(section.getByRole('button', { name: 'Remove' }));
      await section.findByRole('button', { name: /^Remove / });
      expect(server.requests('PATCH /api/user/me/passkeys/passkey-1')[0]?.body).toEqual({ name: 'My phone' });
      expect(server.requests('POST /api/user/me/passkeys/passkey-1/removal')[0]?.body).toEqual({
        currentPassword: 'a long evening',
      });
    });
  });

  it('say that a browser cannot use them', () => {
    expect(obstacleInWords(ALLOWED)).toBe('This browser cannot use passkeys.');
  });
});

describe('the login page', () => {
  inBrowserWithPasskeys();

  const openLogin = (origin: string | null) => {
    const server = serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on('GET /api/registration', () => registration(origin));
    return { server, ...openApp('/login') };
  };

  it('offers a passkey at the address that they are made for', async () => {
    openLogin(HERE);
    await screen.findByRole('button', { name: 'Log in with a passkey' });
  });

  it.each([null, ELSEWHERE])('offers none where they are made for %s', async (origin) => {
    openLogin(origin);
    await screen.findByRole('button', { name: 'Log In' });
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
  });
});
