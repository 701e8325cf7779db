import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { ana, profile, tokenOf } from '../../test/builders';
import { empty, json } from '../../test/fake-server';
import { openApp, serverOfAna, type App } from '../../test/render-app';
import { logIn } from '../../test/sign-up';
import { page } from '../lib/language/language';
import { sessionStore, type SessionUser } from '../lib/api/session';
import { startRestore } from './notices/use-session-restore';

const STORED = 'inner-weather.language';
const german: SessionUser = { ...ana, language: 'de' };

/** Where the page was when it loaded again. */
let reloadedAt: string[];
let app: App | undefined;

function open(path: string): App {
  app = openApp(path);
  return app;
}

/** As /look.js does. */
function applyStoredLanguage(): void {
  document.documentElement.lang = localStorage.getItem(STORED) ?? 'en';
}

/** A journal where the session belongs to `user`; without one, no user is signed in. */
function serverWith(user: SessionUser | undefined) {
  let current = user;
  return serverOfAna()
    .on('GET /api/session', () =>
      current ? json(200, { token: tokenOf(current), user: current }) : empty(204),
    )
    .on('POST /api/login', () => json(200, { token: tokenOf((current = german)) }))
    .on('POST /api/logout', () => {
      current = undefined;
      return empty(204);
    });
}

beforeEach(() => {
  reloadedAt = [];
  app = undefined;
  jest.spyOn(page, 'reload').mockImplementation(() => {
    reloadedAt.push(app?.path() ?? '');
    applyStoredLanguage();
    act(() => app?.reload());
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  document.documentElement.lang = 'en';
});

/** Milliseconds in which another reload would have come. */
const SETTLED_MS = 100;

const hasSettled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, SETTLED_MS)));

describe('the language of the account', () => {
  it('is taken over after a login, on the journal, and kept after a logout', async () => {
    serverWith(undefined);
    const { person, path } = open('/login');
    await logIn(person);
    await waitFor(() => expect(reloadedAt).toEqual(['/journal']));
    expect(await screen.findByText('Hi Ana')).toBeInTheDocument();
    expect(path()).toBe('/journal');
    expect(document.documentElement.lang).toBe('de');
    await hasSettled();
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Join' })).toBeInTheDocument();
    expect(localStorage.getItem(STORED)).toBe('de');
    expect(reloadedAt).toHaveLength(1);
  });

  it('is taken over when a session is restored, at any address', async () => {
    serverWith(german);
    const { path } = open('/insights');
    await waitFor(() => expect(reloadedAt).toEqual(['/insights']));
    expect(await screen.findByText('Hi Ana')).toBeInTheDocument();
    expect(path()).toBe('/insights');
    await hasSettled();
    expect(reloadedAt).toHaveLength(1);
  });

  it('is taken over when the session was restored before the page was drawn', async () => {
    serverWith(german);
    await startRestore();
    open('/insights');
    await waitFor(() => expect(reloadedAt).toEqual(['/insights']));
    expect(document.documentElement.lang).toBe('de');
  });

  it('is not taken over from what the device kept, which may be older than the choice here', async () => {
    serverWith(ana).on('GET /api/session', () => new Promise<Response>(() => undefined));
    sessionStore.set({ status: 'authenticated', token: '', user: german });
    open('/insights');
    expect(await screen.findByText('Hi Ana')).toBeInTheDocument();
    await hasSettled();
    expect(reloadedAt).toEqual([]);
  });

  it('leaves the page as it is if loading it again does not help', async () => {
    serverWith(german);
    const stay = jest.spyOn(page, 'reload').mockImplementation(() => act(() => app?.reload()));
    open('/journal');
    await waitFor(() => expect(stay).toHaveBeenCalled());
    expect(await screen.findByText('Hi Ana')).toBeInTheDocument();
    await hasSettled();
    expect(stay).toHaveBeenCalledTimes(1);
  });

  it('leaves the page as it is if the browser stores nothing', async () => {
    serverWith(german);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    open('/journal');
    expect(await screen.findByText('Hi Ana')).toBeInTheDocument();
    await hasSettled();
    expect(reloadedAt).toEqual([]);
  });

  it('changes nothing without one, nor while its user writes, when only the token is renewed', async () => {
    document.documentElement.lang = 'fr';
    const server = serverWith(ana);
    const { person } = open('/journal');
    await person.type(await screen.findByPlaceholderText('Tell me about your day...!'), 'Words');
    server
      .on('GET /api/session', () => json(200, { token: tokenOf(german), user: german }))
      .on('POST /api/journal/new', ({ headers }) =>
        headers.get('x-auth-token') === tokenOf(german)
          ? json(400, { code: 'validation_failed', errors: [{ msg: 'Sent again' }] })
          : json(401, { code: 'unauthenticated', errors: [{ msg: 'Expired' }] }),
      );
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    expect(await screen.findByText(/Sent again/)).toBeInTheDocument();
    await hasSettled();
    expect(reloadedAt).toEqual([]);
    expect(localStorage.getItem(STORED)).toBeNull();
  });
});

describe('the language in the settings', () => {
  const ROUTE = 'PATCH /api/user/me';
  const field = async () =>
    within(await screen.findByRole('region', { name: 'Profile' })).findByLabelText('Language');

  it('is offered by its own name and saved with the profile, and then the page loads again in it', async () => {
    const user: SessionUser = { ...ana, language: 'ar' };
    let saved: SessionUser = ana;
    const server = serverWith(ana)
      .on('GET /api/session', () => json(200, { token: tokenOf(saved), user: saved }))
      .on('GET /api/user/me', () => json(200, profile(saved)))
      .on(ROUTE, () => json(200, { token: tokenOf((saved = user)), user: profile(user) }));
    const { person } = open('/settings');
    expect(within(await field()).getByRole('option', { name: 'العربية' })).toHaveAttribute('lang', 'ar');
    expect(await field()).toHaveValue('en');
    expect(await field()).toHaveAccessibleDescription('The language of the page, mails and insights.');
    await person.selectOptions(await field(), 'العربية');
    await person.click(screen.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(reloadedAt).toEqual(['/settings']));
    expect(server.requests(ROUTE)[0]?.body).toMatchObject({ firstName: 'Ana', language: 'ar' });
    expect(document.documentElement.lang).toBe('ar');
    expect(await field()).toHaveValue('ar');
    await hasSettled();
    expect(reloadedAt).toHaveLength(1);
  });
});
