import { screen, waitFor } from '@testing-library/react';
import { empty, json } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { obstacleInWords, Passkeys } from '../features/auth/components/settings/passkeys';
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
      const { section } = renderSection(Passkeys);
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

    it.each<[string, Partial<State>]>([
      ['where they do not work', { origin: ELSEWHERE, passkeys: [passkey({ usable: false })] }],
      [
        'once they are ten',
        { passkeys: Array.from({ length: 10 }, (_, n) => passkey({ id: `passkey-${n}` })) },
      ],
    ])('cannot be added %s', async (_when, state) => {
      serverWith(state);
      const { section } = renderSection(Passkeys);
      expect(await section.findAllByRole('listitem')).toHaveLength(state.passkeys!.length);
      expect(section.queryByText(/Passkeys work only at/) !== null).toBe(state.origin === ELSEWHERE);
      expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
      // What is there can still go.
      expect(section.getAllByRole('button', { name: /^Remove .*iCloud Keychain/ })[0]).toBeVisible();
    });

    it('are renamed, and removed with the password', async () => {
      const server = serverWith({ passkeys: [passkey()] })
        .on('PATCH /api/user/me/passkeys/passkey-1', () => json(200, passkey({ name: 'My phone' })))
        .on('POST /api/user/me/passkeys/passkey-1/removal', () => empty(204));
      const { person, section } = renderSection(Passkeys);
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

  it.each([
    [HERE, true],
    [null, false],
    [ELSEWHERE, false],
  ])('offers a passkey only at the address that they are made for: %s', async (passkeyOrigin, isOffered) => {
    const server = serverOfAna()
      .on('GET /api/session', () => empty(204))
      .on('GET /api/registration', () =>
        json(200, { mode: 'open', mail: true, providers: [], passwordLogin: true, passkeyOrigin }),
      );
    openApp('/login');
    await screen.findByRole('button', { name: 'Log In' });
    await waitFor(() => expect(server.requests('GET /api/registration')).toHaveLength(1));
    const offer = () => screen.queryByRole('button', { name: 'Log in with a passkey' });
    await waitFor(() => expect(offer() !== null).toBe(isOffered));
  });
});
