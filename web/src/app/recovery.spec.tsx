import { screen, waitFor } from '@testing-library/react';
import { ana, tokenOf, profile } from '../../test/builders';
import { empty, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { sessionStore } from '../lib/api/session';
import { fillIn } from '../../test/sign-up';

const serverOfVisitor = () => serverOfAna().on('GET /api/session', () => empty(204));

describe('a forgotten password', () => {
  it('can be reset by a link from the login, and the answer reveals nothing about the account', async () => {
    const server = serverOfVisitor().on('POST /api/password-resets', () => empty(202));
    const { person } = openApp('/login');
    await person.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await person.type(await screen.findByLabelText('Email'), ana.email);
    await person.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/If there is an account with this email/)).toBeInTheDocument();
    expect(server.requests('POST /api/password-resets')[0]?.body).toEqual({ email: ana.email });
  });

  it('can be replaced where one is signed in still, which that ends, as it disconnects sign-in providers', async () => {
    const providers = [{ id: 'house', name: 'The House' }];
    const server = serverOfAna()
      .on('GET /api/registration', () => json(200, { mode: 'open', mail: true, providers }))
      .on('PUT /api/password-resets', () => empty(204));
    const { person } = openApp('/reset-password#the-token');
    await person.type(await screen.findByLabelText('Password'), 'password1');
    await person.type(screen.getByLabelText('Retry Password'), 'password1');
    const note = screen.getByText(/^This signs you out everywhere/);
    await waitFor(() => expect(note).toHaveTextContent('it also disconnects other ways to sign in.'));
    server
      .on('GET /api/user/me', () => problem(401, 'It has ended'))
      .on('GET /api/session', () => empty(204));
    await person.click(screen.getByRole('button', { name: 'Save the password' }));
    expect(await screen.findByText(/Your password has been changed/)).toBeInTheDocument();
    await waitFor(() => expect(sessionStore.get().status).toBe('anonymous'));
    expect(screen.getByText(/Your password has been changed/)).toBeInTheDocument();
  });

  it('is left to the administrator if the journal sends no mail', async () => {
    serverOfVisitor().on('GET /api/registration', () => json(200, { mode: 'open', mail: false }));
    openApp('/reset-password');
    expect(await screen.findByText(/cannot send email/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  it('can be replaced after opening the link, and why it cannot is said', async () => {
    const server = serverOfVisitor().on('PUT /api/password-resets', () =>
      problem(400, 'Guessed first', 'password'),
    );
    const { person } = openApp('/reset-password#the-token');
    await person.type(await screen.findByLabelText('Password'), 'password1');
    const note = screen.getByText(/^This signs you out everywhere/);
    expect(note).not.toHaveTextContent('other ways to sign in');
    await person.type(screen.getByLabelText('Retry Password'), 'password2');
    const save = screen.getByRole('button', { name: 'Save the password' });
    await person.click(save);
    expect(await screen.findByText("Passwords don't match")).toBeInTheDocument();
    await person.clear(screen.getByLabelText('Retry Password'));
    await person.type(screen.getByLabelText('Retry Password'), 'password1');
    await person.click(save);
    expect(await screen.findByText('Guessed first')).toBeInTheDocument();
    server.on('PUT /api/password-resets', () => problem(404, 'This link has been used'));
    await person.click(save);
    expect(await screen.findByText('This link has been used')).toBeInTheDocument();
    server.on('PUT /api/password-resets', () => empty(204));
    await person.click(save);
    expect(await screen.findByText(/Your password has been changed/)).toBeInTheDocument();
    expect(server.requests('PUT /api/password-resets').at(-1)?.body).toEqual({
      token: 'the-token',
      password: 'password1',
      passwordVal: 'password1',
    });
  });
});

describe('a link that is opened in the tab that shows its page', () => {
  it('is the one that counts, with a form of its own', async () => {
    const server = serverOfVisitor().on('PUT /api/password-resets', () => problem(404, 'It has expired'));
    const { person, go } = openApp('/reset-password');
    expect(await screen.findByLabelText('Email')).toBeInTheDocument();
    const save = async (link: string) => {
      await go(`/reset-password#${link}`);
      await person.type(await screen.findByLabelText('Password'), 'password1');
      await person.type(screen.getByLabelText('Retry Password'), 'password1');
      await person.click(screen.getByRole('button', { name: 'Save the password' }));
    };
    await save('the-first-long-token');
    expect(await screen.findByText('It has expired')).toBeInTheDocument();
    server.on('PUT /api/password-resets', () => empty(204));
    await save('the-second-long-token');
    expect(await screen.findByText(/Your password has been changed/)).toBeInTheDocument();
    expect(server.requests('PUT /api/password-resets').map(({ body }) => body)).toMatchObject([
      { token: 'the-first-long-token', password: 'password1' },
      { token: 'the-second-long-token', password: 'password1' },
    ]);
  });

  it('brings its invitation to the page that has just asked for one', async () => {
    const server = serverOfVisitor()
      .on('GET /api/registration', () => json(200, { mode: 'invite', mail: true }))
      .on('POST /api/user/new', () => json(201, { token: tokenOf() }));
    const { person, path, go } = openApp('/signup');
    expect(await screen.findByText(/You need an invitation/)).toBeInTheDocument();
    for (const link of ['an-invitation-in-full', 'main']) {
      await go(`/signup#${link}`);
      expect(screen.queryByText(/You need an invitation/)).not.toBeInTheDocument();
    }
    await fillIn(person);
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests('POST /api/user/new')[0]?.body).toMatchObject({
      invitation: 'an-invitation-in-full',
    });
  });
});

describe('signing up', () => {
  it('says at once that it is closed', async () => {
    serverOfVisitor().on('GET /api/registration', () => json(200, { mode: 'closed', mail: true }));
    openApp('/signup');
    expect(await screen.findByText(/New accounts cannot be created here/)).toBeInTheDocument();
  });
});

describe('the settings of an account', () => {
  it('change the password, show an error at its field, and neither show nor fetch invitations of others', async () => {
    const server = serverOfAna().on('PATCH /api/user/me', () =>
      problem(401, 'Current password is wrong', 'currentPassword'),
    );
    server.on('GET /api/session', () => json(200, { token: tokenOf(ana, 2), user: ana }));
    const { person } = openApp('/settings');
    await person.type(await screen.findByLabelText('Current password'), 'a guess');
    await person.type(screen.getByLabelText('New password'), 'a better evening');
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Current password is wrong')).toBeInTheDocument();
    server.on('PATCH /api/user/me', () => json(200, { ...ana, lastName: 'Silva', createdAt: '' }));
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Your password has been changed.')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(server.requests('PATCH /api/user/me').at(-1)?.body).toEqual({
      currentPassword: 'a guess',
      password: 'a better evening',
    });
    expect(await screen.findByRole('button', { name: 'Save profile' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Invitations' })).not.toBeInTheDocument();
    expect(server.requests('GET /api/invitations')).toEqual([]);
  });

  it('let the administrator invite, and show the link once', async () => {
    const invitation = { id: 'one', createdAt: '2026-11-20T08:00:00Z', expiresAt: '2026-11-27T08:00:00Z' };
    let open: object[] = [];
    const server = serverOfAna()
      .on('GET /api/user/me', () => json(200, profile({ isAdmin: true })))
      .on('GET /api/invitations', () => json(200, open))
      .on('POST /api/invitations', () => {
        open = [invitation];
        return json(201, { ...invitation, token: 'the-token' });
      })
      .on('DELETE /api/invitations/one', () => {
        open = [];
        return empty(204);
      });
    const { person } = openApp('/settings');
    open = [{ ...invitation, id: 'earlier' }];
    server.on('DELETE /api/invitations/earlier', () => problem(503, 'Not now'));
    await person.click(await screen.findByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Not now')).toBeInTheDocument();
    await person.click(await screen.findByRole('button', { name: 'Create an invitation' }));
    const link = await screen.findByLabelText('The new link');
    expect(link).toHaveTextContent(`${window.location.origin}/signup#the-token`);
    expect(screen.queryByText('Not now')).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/signup#the-token`);
    await person.click(await screen.findByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByText(/Valid until/)).not.toBeInTheDocument());
    expect(screen.queryByLabelText('The new link')).not.toBeInTheDocument();
    expect(server.requests('DELETE /api/invitations/one')).toHaveLength(1);
  });
});
