import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ana, tokenOf } from '../../test/builders';
import { empty, FakeServer, held, json, lost, problem, requestProblem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { fillIn, logIn, SIGN_UP } from '../../test/sign-up';
import { startRestore } from './notices/use-session-restore';

function serverOfVisitor() {
  return serverOfAna().on('GET /api/session', () => empty(204));
}

// Contract: 2 guarded pages lead to `/login`, login and signup to `/journal`, logout to `/`
// Contract: 2 navbar: logo, toggle on small screens, links, `Hi {firstName}`
// Contract: 2 routes; any other path redirects to `/`
// Contract: 5 `Passwords don't match`; login: both required, password of 6
describe('the session', () => {
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  it('is restored after a reload; until then the page shows outlines and does not redirect', async () => {
    const server = serverOfAna();
    const session = held();
    server.on('GET /api/session', session.handler);
    const { path } = openApp('/journal');
    expect(await screen.findByText('Opening…')).toBeInTheDocument();
    expect(path()).toBe('/journal');
    await session.answer(json(200, { token: tokenOf(), user: ana }));
    expect(await screen.findByRole('heading', { name: "Ana's Journal" })).toBeInTheDocument();
    expect(screen.getByText('Hi Ana')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    expect(document.cookie).toBe('');
  });

  it('may be restored before the page is drawn, which then asks no more', async () => {
    const server = serverOfAna();
    await startRestore();
    openApp('/journal');
    expect(screen.queryByText('Opening…')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: "Ana's Journal" })).toBeInTheDocument();
    expect(server.requests('GET /api/session')).toHaveLength(1);
  });

  it('shows a failure of a restore that began before the page was drawn', async () => {
    const server = serverOfAna().on('GET /api/session', () => problem(400, 'Odd'));
    await expect(startRestore()).rejects.toThrow('Odd');
    const { person } = openApp('/journal');
    expect(await screen.findByText(/Odd/)).toBeInTheDocument();
    expect(server.requests('GET /api/session')).toHaveLength(1);
    serverOfAna();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: "Ana's Journal" })).toBeInTheDocument();
  });

  it('sends a visitor to the login, says when that fails, and then leads to the page that a visitor asked for', async () => {
    const server = serverOfVisitor().on('POST /api/login', () => problem(401, 'Invalid login credentials'));
    const { person, path } = openApp('/days?year=2025');
    expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument();
    expect(path()).toBe('/login');
    expect(screen.queryByRole('link', { name: 'Journal' })).not.toBeInTheDocument();
    await logIn(person, ana.email, 'short');
    expect(await screen.findByText('This is too short to be your password.')).toBeInTheDocument();
    // There is no other way in before the form.
    expect(screen.queryByText('or')).not.toBeInTheDocument();
    expect(server.requests('POST /api/login')).toHaveLength(0);
    await person.type(screen.getByLabelText('Password'), ' no more');
    await person.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Invalid Credentials.')).toBeInTheDocument();
    server.on('POST /api/login', () => json(200, { token: tokenOf() }));
    await person.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(path()).toBe('/days'));
    expect(await screen.findByText('Hi Ana')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  });

  it('says that the server cannot be reached, and does not redirect', async () => {
    const server = new FakeServer().on('GET /api/session', () => problem(400, 'Odd'));
    server.on('GET /api/session', lost);
    const { path, person } = openApp('/journal');
    // It is said after two more tries.
    expect(
      await screen.findByText(/The server cannot be reached/, {}, { timeout: 25_000 }),
    ).toBeInTheDocument();
    expect(path()).toBe('/journal');
    serverOfAna();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: "Ana's Journal" })).toBeInTheDocument();
  });

  it('leads any other path to the landing page, which says why', async () => {
    serverOfVisitor();
    const WHY = /^There is no page at this address/;
    const { path, person } = openApp('/nowhere/at/all');
    expect(await screen.findByRole('heading', { name: 'Start Your Journey' })).toBeInTheDocument();
    expect(path()).toBe('/');
    expect(screen.getByText(WHY)).toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'Inner Weather' }));
    await waitFor(() => expect(screen.queryByText(WHY)).not.toBeInTheDocument());
  });

  it('keeps the email from the login to the forgotten password, and back, until a login', async () => {
    serverOfVisitor()
      .on('POST /api/login', () => json(200, { token: tokenOf() }))
      .on('POST /api/logout', () => empty(204));
    const { person } = openApp('/login');
    await person.type(await screen.findByLabelText('Email'), 'a@b.example');
    await person.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await screen.findByRole('button', { name: 'Send the link' });
    expect(screen.getByLabelText('Email')).toHaveValue('a@b.example');
    await person.clear(screen.getByLabelText('Email'));
    await person.type(screen.getByLabelText('Email'), ana.email);
    await person.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(ana.email);
    await person.type(screen.getByLabelText('Password'), 'a long walk');
    await person.click(screen.getByRole('button', { name: 'Log In' }));
    await person.click(await screen.findByRole('button', { name: 'Logout' }));
    await person.click(await within(screen.getByRole('navigation')).findByRole('link', { name: 'Login' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('');
  });

  it('says what the administrator has to mend if the page is taken for another site', async () => {
    serverOfVisitor().on('POST /api/login', () => requestProblem(403, 'forbidden', 'wrong_origin'));
    const { person } = openApp('/login');
    await logIn(person);
    expect(
      await screen.findByText(/does not pass on Host, or PUBLIC_URL is another address/),
    ).toBeInTheDocument();
    expect(screen.queryByText('Invalid Credentials.')).not.toBeInTheDocument();
  });

  it('focuses the topmost invalid field when signing up, checks the passwords, and opens the journal', async () => {
    const ROUTE = 'POST /api/user/new';
    const server = serverOfVisitor();
    document.documentElement.lang = 'pt-BR';
    const { person, path } = openApp('/signup');
    const submit = screen.getByRole('button', { name: 'Sign In' });
    for (const value of [...SIGN_UP.slice(0, 5), ['Retry Password', 'password-2'] as [string, string]]) {
      await person.click(submit);
      await waitFor(() => expect(screen.getByLabelText(value[0])).toHaveFocus());
      await fillIn(person, [value]);
    }
    await person.click(submit);
    expect(await screen.findByText("Passwords don't match")).toBeInTheDocument();
    expect(server.requests(ROUTE)).toHaveLength(0);

    const errors = [
      { msg: 'Guessed first', field: 'password' },
      { msg: 'No address', field: 'email' },
    ];
    server.on(ROUTE, () => json(400, { code: 'validation_failed', errors }));
    await fillIn(person, SIGN_UP.slice(5));
    await person.click(submit);
    expect(await screen.findByText('No address')).toBeInTheDocument();
    expect(screen.getByText('Guessed first')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeInvalid();
    server.on(ROUTE, () => json(201, { token: tokenOf() }));
    await person.click(submit);
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(server.requests(ROUTE).at(-1)?.body).toEqual({
      firstName: 'Ana',
      lastName: 'Silva',
      location: 'Porto',
      place: 'geo:41.15,-8.61',
      email: ana.email,
      password: 'password-1',
      passwordVal: 'password-1',
      language: 'pt-BR',
    });
  });

  it('logs out to the landing page, deletes the draft, and stays logged out if the request was lost', async () => {
    const server = serverOfAna().on('POST /api/logout', lost);
    const first = openApp('/journal');
    await first.person.type(await screen.findByPlaceholderText('Tell me about your day...!'), 'A secret');
    // It asks even while the user is typing.
    const logOut = screen.getByRole('button', { name: 'Logout' });
    await first.person.click(logOut);
    await first.person.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(logOut).toHaveFocus());
    expect(screen.getByPlaceholderText('Tell me about your day...!')).toHaveValue('A secret');
    expect(server.requests('POST /api/logout')).toHaveLength(0);
    await screen.findByText('Draft saved');
    await first.person.click(logOut);
    await first.person.click(await screen.findByRole('button', { name: 'Log out and delete' }));
    expect(await screen.findByRole('link', { name: 'Join' })).toBeInTheDocument();
    expect(first.path()).toBe('/');
    expect(JSON.stringify({ ...localStorage })).not.toContain('A secret');
    first.view.unmount();
    const { resetSession } = await import('../lib/api/session');
    resetSession();

    const restores = server.requests('GET /api/session').length;
    server.on('POST /api/logout', () => empty(204));
    openApp('/journal');
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeInTheDocument();
    expect(server.requests('POST /api/logout')).toHaveLength(2);
    expect(server.requests('GET /api/session')).toHaveLength(restores);
    expect(localStorage).toHaveLength(0);
  });

  it('opens and closes the menu, and closes it with Escape', async () => {
    serverOfAna();
    const { person } = openApp('/journal');
    const toggle = screen.getByRole('button', { name: 'Menu' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await person.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await person.keyboard('{Escape}');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(toggle).toHaveFocus();
    await person.click(toggle);
    await person.click(await screen.findByRole('link', { name: 'Insights' }));
    await waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'false'));
  });

  it('opens from More beside the main pages at the bottom of a phone, which are gone while its user types', async () => {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (media) =>
          Object.assign(new EventTarget(), { media, matches: media.includes('max-width') }) as MediaQueryList,
      );
    serverOfAna();
    const { person, path } = openApp('/journal');
    const bar = await screen.findByRole('navigation', { name: 'Pages' });
    const names = within(bar)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Journal', 'Days', 'Insights']);
    expect(within(bar).getByRole('link', { current: 'page' })).toHaveTextContent('Journal');
    const more = within(bar).getByRole('button', { name: 'More' });
    await person.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true');
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')[0]).toHaveFocus();
    await person.keyboard('{Escape}');
    expect(more).toHaveAttribute('aria-expanded', 'false');
    expect(more).toHaveFocus();

    await person.click(await screen.findByPlaceholderText('Tell me about your day...!'));
    expect(bar).not.toBeInTheDocument();
    await person.click(screen.getByRole('heading', { level: 1 }));
    await person.click(
      within(await screen.findByRole('navigation', { name: 'Pages' })).getByRole('link', {
        name: 'Insights',
      }),
    );
    await waitFor(() => expect(path()).toBe('/insights'));
  });
});
