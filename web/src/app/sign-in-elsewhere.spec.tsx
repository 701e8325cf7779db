import { screen, waitFor, within } from '@testing-library/react';
import { ana, profile, tokenOf } from '../../test/builders';
import { empty, held, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { AccessTokens } from '../features/auth/components/settings/access-tokens';
import { ChangePassword } from '../features/auth/components/settings/change-password';
import { SignInMethods } from '../features/auth/components/settings/sign-in-methods';
import { YourData } from '../features/data/components/your-data';
import { signedInId } from '../lib/api/session';

const HOUSE = { id: 'house', name: 'The House' };
const PENDING = { provider: HOUSE, hasAccount: false, email: ana.email, firstName: 'Ana', lastName: '' };

const REGISTRATION = {
  mode: 'open',
  mail: true,
  providers: [HOUSE],
  passwordLogin: true,
  autoProvider: null,
};

const serverOfVisitor = (over: object = {}) =>
  serverOfAna()
    .on('GET /api/session', () => empty(204))
    .on('GET /api/registration', () => json(200, { ...REGISTRATION, ...over }));

const serverWithoutPassword = (confirmedUntil: string | null = null) =>
  serverOfAna()
    .on('GET /api/user/me', () => json(200, profile({ hasPassword: false })))
    .on('GET /api/registration', () => json(200, REGISTRATION))
    .on('GET /api/user/me/identities', () =>
      json(200, {
        hasPassword: false,
        confirmedUntil,
        providers: [{ ...HOUSE, connectedAt: '2026-01-01T08:00:00.000Z' }],
      }),
    );

describe('signing in at a provider', () => {
  it('is offered above the form, which stays as it is, leads back to the page that was asked for, and takes an invitation along', async () => {
    const server = serverOfVisitor().on('POST /api/oidc/house', () => problem(503, 'It does not answer'));
    const { person, go } = openApp('/login');
    const signIn = async () => {
      await person.click(await screen.findByRole('button', { name: 'Sign in with The House' }));
      expect(await screen.findByText('It does not answer')).toBeInTheDocument();
      return server.requests('POST /api/oidc/house').at(-1)?.body;
    };
    expect(await signIn()).toEqual({ purpose: 'sign-in' });
    expect(screen.getByLabelText('Email')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log In' })).toBeInTheDocument();
    for (const returnTo of ['/insights/0123abc', '/journal?template=dream']) {
      await go(returnTo);
      expect(await signIn()).toEqual({ purpose: 'sign-in', returnTo });
    }
    await go('/signup#an-invitation');
    expect(await signIn()).toEqual({ purpose: 'sign-in', invitation: 'an-invitation' });
    expect(server.requests('POST /api/oidc/house')).toHaveLength(4);
  });

  it('says what the page is for to whoever opens it without a sign-in, and asks the server nothing', async () => {
    const server = serverOfVisitor();
    const { person, path } = openApp('/join');
    const words = await screen.findByText(/^This page opens when you sign in here with another service/);
    expect(server.requests('GET /api/oidc/pending')).toEqual([]);
    await person.click(within(words).getByRole('link', { name: 'Login' }));
    expect(path()).toBe('/login');
  });

  it('asks a new person for what is missing, and tells how to connect a journal that they have', async () => {
    const server = serverOfVisitor()
      .on('GET /api/oidc/pending', () => json(200, PENDING))
      .on('POST /api/oidc/pending/sign-up', () => json(201, { token: tokenOf() }));
    const { person, path } = openApp('/join?id=one');
    expect(await screen.findByLabelText('Name')).toHaveValue('Ana');
    // Everyone who is new is told this, whatever their address.
    expect(await screen.findByText(/Do you already have a journal here\?/)).toHaveTextContent(
      'Log in with your password, then connect The House in the settings.',
    );
    expect(screen.getByRole('link', { name: 'Log in with your password' })).toHaveAttribute(
      'href',
      '/login?auto=off',
    );
    expect(server.requests('GET /api/oidc/pending')[0]?.query.get('id')).toBe('one');
    await person.type(screen.getByLabelText('Last Name'), 'Silva');
    await person.type(screen.getByLabelText('Your location (City)'), 'Porto');
    await person.click(screen.getByRole('button', { name: 'Begin' }));
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests('POST /api/oidc/pending/sign-up')[0]?.body).toMatchObject({
      firstName: 'Ana',
      lastName: 'Silva',
      email: ana.email,
    });
  });

  it('asks for the password of a journal that has the address, and for its code', async () => {
    const server = serverOfVisitor()
      .on('GET /api/oidc/pending', () => json(200, { ...PENDING, hasAccount: true }))
      .on('POST /api/oidc/pending/connection', () =>
        json(401, {
          code: 'second_factor_required',
          errors: [{ msg: 'Please also enter your code', field: 'code' }],
        }),
      );
    const { person, path } = openApp('/join?id=one');
    await person.type(await screen.findByLabelText('The password of your journal'), 'a good evening');
    await person.click(screen.getByRole('button', { name: 'Connect' }));
    await person.type(await screen.findByLabelText('A code from your app, or a recovery code'), '123456');
    server.on('POST /api/oidc/pending/connection', () => json(200, { token: tokenOf() }));
    await person.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests('POST /api/oidc/pending/connection').map(({ body }) => body)).toEqual([
      { password: 'a good evening' },
      { password: 'a good evening', code: '123456' },
    ]);
  });

  it('leads to the provider at once where the installation says so, and back to the page that was asked for', async () => {
    const server = serverOfVisitor({ autoProvider: 'house' }).on('POST /api/oidc/house', () =>
      problem(503, 'It does not answer'),
    );
    const { person } = openApp('/insights/a-letter');
    expect(await screen.findByText('It does not answer')).toBeInTheDocument();
    expect(server.requests('POST /api/oidc/house').map(({ body }) => body)).toEqual([
      { purpose: 'sign-in', returnTo: '/insights/a-letter' },
    ]);
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'To the login page' }));
    expect(await screen.findByRole('button', { name: 'Sign in with The House' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toBeInTheDocument();
    expect(server.requests('POST /api/oidc/house')).toHaveLength(1);
  });

  it('does not do so where something went wrong, which is said, or by the address for administrators', async () => {
    const server = serverOfVisitor({ autoProvider: 'house' });
    const { go } = openApp('/login?problem=sign_in_cancelled');
    const button = () => screen.findByRole('button', { name: 'Sign in with The House' });
    expect(await button()).toBeInTheDocument();
    expect(screen.getByText('The sign-in was cancelled.')).toBeInTheDocument();
    await go('/login?problem=constructor');
    expect(await screen.findByText(/The sign-in did not work/)).toBeInTheDocument();
    await go('/login?auto=off');
    expect(await button()).toBeInTheDocument();
    expect(screen.queryByText(/The sign-in did not work/)).not.toBeInTheDocument();
    expect(server.requests('POST /api/oidc/house')).toEqual([]);
  });

  it('is the only way in where no one has a password', async () => {
    serverOfVisitor({ passwordLogin: false });
    const { go } = openApp('/login');
    for (const page of ['/login', '/signup']) {
      await go(page);
      expect(await screen.findByRole('button', { name: 'Sign in with The House' })).toBeInTheDocument();
      expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
      expect(screen.queryByText('Forgot your password?')).not.toBeInTheDocument();
    }
  });

  it('leads back to the login when the sign-in has expired', async () => {
    serverOfVisitor().on('GET /api/oidc/pending', () => problem(404, 'This sign-in took too long'));
    const { person, path } = openApp('/join?id=one');
    expect(await screen.findByText('This sign-in took too long')).toBeInTheDocument();
    await person.click(screen.getByRole('main').querySelector('a[href="/login"]')!);
    expect(path()).toBe('/login');
  });
});

describe('an account without a password', () => {
  it('confirms at the provider before it is deleted', async () => {
    const server = serverWithoutPassword().on('POST /api/oidc/house', () => problem(503, 'Not now'));
    const { person } = renderSection(YourData);
    await person.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    await person.click(await screen.findByRole('button', { name: 'Confirm with The House' }));
    expect(server.requests('POST /api/oidc/house')[0]?.body).toEqual({
      purpose: 'confirm',
      returnTo: '/settings',
    });
  });

  it('creates a key and is deleted once it is confirmed, without password and code', async () => {
    const ROUTE = 'POST /api/user/me/access-tokens';
    const server = serverWithoutPassword(new Date(Date.now() + 60_000).toISOString())
      .on('GET /api/user/me/access-tokens', () => json(200, []))
      .on('GET /api/user/me/second-factor', () =>
        json(200, { active: true, activeSince: '2026-11-20T21:30:00.000Z', recoveryCodesLeft: 10 }),
      )
      .on(ROUTE, () =>
        json(401, {
          code: 'invalid_credentials',
          errors: [{ msg: 'Please confirm first that it is you.' }],
        }),
      );
    const { person, section: part } = renderSection(AccessTokens);
    await person.click(await part.findByRole('button', { name: 'Create a key' }));
    await person.type(part.getByLabelText('Name'), 'Backup');
    expect(await part.findByText('You have confirmed that it is you.')).toBeInTheDocument();
    expect(part.queryByLabelText('Your password')).not.toBeInTheDocument();
    expect(part.queryByLabelText('A code from your app, or a recovery code')).not.toBeInTheDocument();
    await person.click(part.getByRole('button', { name: 'Create the key' }));
    expect(await part.findByText('Please confirm first that it is you.')).toBeInTheDocument();
    expect(server.requests(ROUTE).map(({ body }) => body)).toEqual([
      { name: 'Backup', scopes: ['entries:read'], expiresInDays: 90 },
    ]);

    server.on('DELETE /api/user/me', () => empty(204));
    renderSection(YourData);
    await person.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(await dialog.findByText('You have confirmed that it is you.')).toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Delete everything' }));
    await waitFor(() => expect(signedInId()).toBeUndefined());
    expect(server.requests('DELETE /api/user/me')[0]?.body).toEqual({});
  });

  it('sets a password', async () => {
    const server = serverWithoutPassword(new Date(Date.now() + 60_000).toISOString()).on(
      'PATCH /api/user/me',
      () => json(200, profile()),
    );
    const { person } = renderSection(ChangePassword);
    await person.type(await screen.findByLabelText('New password'), 'a better evening');
    await person.click(await screen.findByRole('button', { name: 'Set a password' }));
    await waitFor(() =>
      expect(server.requests('PATCH /api/user/me')[0]?.body).toEqual({ password: 'a better evening' }),
    );
  });
});

describe('the settings', () => {
  it('offer no password where no one could sign in with it', async () => {
    const registration = held();
    serverWithoutPassword().on('GET /api/registration', registration.handler);
    openApp('/settings');
    await screen.findByLabelText('Last Name');
    const password = () => screen.queryByRole('heading', { name: 'Password' });
    expect(password()).not.toBeInTheDocument();
    await registration.answer(json(200, { ...REGISTRATION, passwordLogin: false }));
    expect(await screen.findByRole('heading', { name: 'Sign in with' })).toBeInTheDocument();
    expect(password()).not.toBeInTheDocument();
  });

  it('connect and disconnect with the password', async () => {
    const server = serverOfAna()
      .on('GET /api/registration', () => json(200, REGISTRATION))
      .on('GET /api/user/me/identities', () =>
        json(200, { hasPassword: true, confirmedUntil: null, providers: [{ ...HOUSE, connectedAt: null }] }),
      )
      .on('POST /api/oidc/house', () => problem(401, 'Current password is wrong', 'currentPassword'));
    const { person } = renderSection(SignInMethods);
    await person.click(await screen.findByRole('button', { name: 'Connect The House' }));
    const form = screen.getByRole('button', { name: 'Continue' }).closest('form')!;
    await person.type(form.querySelector('input')!, 'a guess');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Current password is wrong')).toBeInTheDocument();
    expect(server.requests('POST /api/oidc/house')[0]?.body).toEqual({
      purpose: 'connect',
      returnTo: '/settings',
      currentPassword: 'a guess',
    });
  });
});
