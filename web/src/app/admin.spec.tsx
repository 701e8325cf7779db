import { AUTHOR_URL } from '@inner-weather/domain/author';
import { screen, waitFor, within } from '@testing-library/react';
import { ana, profile } from '../../test/builders';
import { empty, type FakeServer, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import type { Account, AdminState } from '../features/admin/api/admin';

const STATE = 'GET /api/admin/state';
const AT = '2026-11-26T08:00:00.000Z';

function adminState(over: Partial<AdminState> = {}): AdminState {
  return {
    checkedAt: AT,
    isConfirmed: true,
    parts: [
      { name: 'broker', state: 'working' },
      { name: 'weather', state: 'working', provider: 'open-meteo' },
      { name: 'mail', state: 'absent' },
    ],
    services: [{ service: 'gateway', version: '1.0.0', startedAt: AT, replicas: null }],
    queues: [
      { name: 'weather.on-entry', waiting: 0, retrying: 0, dead: 0 },
      { name: 'insights.jobs', waiting: 0, retrying: 0, dead: 0 },
    ],
    things: (['version', 'encryption', 'https', 'backup', 'registration', 'second_factor'] as const).map(
      (name) => ({ name, state: 'to_do' }),
    ),
    installation: {
      accounts: 2,
      since: AT,
      registration: 'open',
      widestRegistration: 'open',
      mail: false,
      administrators: 1,
      administratorsWithoutSecondFactor: 1,
      keysKeptElsewhereAt: null,
      lastBackup: null,
    },
    photos: null,
    ...over,
  };
}

const accountOf = (over: Partial<Account>): Account => ({
  id: ana.id,
  name: 'Ana Silva',
  email: ana.email,
  createdAt: AT,
  lastSeen: '2026-11-26',
  isAdmin: true,
  isAdminByGroup: false,
  roleSources: [],
  hasSecondFactor: false,
  photos: null,
  ...over,
});
const ben = accountOf({
  id: 'ben',
  name: 'Ben Silva',
  email: 'ben@example.org',
  lastSeen: null,
  isAdmin: false,
});

function serverWith(state: AdminState): FakeServer {
  return serverOfAna()
    .on('GET /api/user/me', () => json(200, profile({ isAdmin: true })))
    .on('GET /api/invitations', () => json(200, []))
    .on('GET /api/admin/accounts', () => json(200, { items: [accountOf({}), ben], nextCursor: null }))
    .on(STATE, () => json(200, state));
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe("the administrator's page", () => {
  it('is named to an administrator, quietly, until it was seen', async () => {
    serverWith(adminState());
    const app = openApp('/journal');
    // Notices load after the page.
    const link = await screen.findByRole('link', { name: 'system status' }, { timeout: 25_000 });
    await app.person.click(link);
    expect(app.path()).toBe('/admin');
    await section('System status');
    expect(screen.getByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/admin');
    // It appears once the profile is known, before the others, which end at the right: none of them moves.
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['Administration', 'Journal']);
    await app.person.click(screen.getByRole('link', { name: 'Journal' }));
    await screen.findByText('Your journal begins with a line');
    expect(screen.queryByText(/You administer this journal/)).not.toBeInTheDocument();
  });

  it('is not named to others, and leads them to their journal', async () => {
    serverOfAna().on(STATE, () => problem(403, 'Only the administrator'));
    const { path } = openApp('/admin');
    await waitFor(() => expect(path()).toBe('/journal'));
    expect(screen.queryByRole('link', { name: 'Administration' })).not.toBeInTheDocument();
  });

  it('says what photos take, how much is free and what is missing, and from where a person has the role', async () => {
    const photos = { photos: 1_204, usedBytes: 2_345_000_000, missing: 2, freeBytes: 1_500_000_000 };
    const roleSources: Account['roleSources'] = [
      { from: 'administrator', name: 'Ada Silva', since: AT },
      { from: 'group', name: 'Authentik', since: null },
    ];
    const server = serverWith(adminState({ photos }));
    server.on('GET /api/admin/accounts', () =>
      json(200, {
        items: [accountOf({ roleSources, photos: { photos: 12, usedBytes: 3_400_000 } }), ben],
        nextCursor: null,
      }),
    );
    openApp('/admin');
    const part = await section('Photos');
    expect(part.getByText('1,204 photos of all people, 2.3 GB.')).toBeInTheDocument();
    expect(part.getByText(/^Only 1\.5 GB of the disk are free/)).toBeInTheDocument();
    expect(part.getByText(/^The files of 2 photos are missing/)).toBeInTheDocument();
    const accounts = await section('Accounts');
    expect(await accounts.findByText(/12 photos, 3\.4 MB/)).toBeInTheDocument();
    expect(
      accounts.getByText(
        /administrator since .*2026, made one by Ada Silva · administrator through a group at Authentik/,
      ),
    ).toBeInTheDocument();
  });

  it('says what failed, when, and what to do, in the words of the other side where it gave any', async () => {
    const at = AT;
    const reason = 'web.push.apple.com: 403 BadJwtToken';
    const provider = 'Authentik';
    const parts: AdminState['parts'] = [
      {
        ...{ name: 'weather', state: 'failing', provider: 'weatherapi' },
        lastFailure: { code: 'provider_refused', at, service: 'weather' },
      },
      {
        ...{ name: 'push', state: 'failing' },
        lastFailure: { code: 'push_refused', at, service: 'reminders', reason },
      },
      {
        ...{ name: 'sign_in', state: 'failing', provider },
        lastFailure: { code: 'sign_in_shared_secret', at, service: 'auth', provider },
      },
    ];
    const services = [{ service: 'auth', version: null, startedAt: null, replicas: null } as const];
    serverWith(adminState({ parts, services }));
    openApp('/admin');
    const part = await section('System status');
    for (const words of [
      /Does not work · WeatherAPI.com/,
      /Last failure on .*refuses this server. Check WEATHER_API_KEY/,
      /Does not answer. The reason is at the end of its log/,
      'Reminders on devices',
      'Sign-in elsewhere',
      /Last failure on .*: Authentik: It signs ID tokens with .*Signing Key/,
    ])
      expect(part.getByText(words)).toBeInTheDocument();
    expect(part.getByText(/The answer was/)).toHaveTextContent(reason);
  });

  it('sends a test mail, and says what the mail server answered', async () => {
    const TEST = 'POST /api/admin/mail-tests';
    const failure = { code: 'mail_refused', at: AT, reason: '550 Sender not allowed' };
    const server = serverWith(
      adminState({ parts: [{ name: 'mail', state: 'unused', provider: 'smtp' }] }),
    ).on(TEST, () => json(200, { email: ana.email, failure }));
    const { person } = openApp('/admin');
    const part = await section('System status');
    await person.click(part.getByRole('button', { name: 'Send me a test' }));
    const refused = await part.findByText(/The mail server refused a mail. Check MAIL_FROM/);
    expect(refused).toHaveTextContent('550 Sender not allowed');
    server.on(TEST, () => json(200, { email: ana.email, failure: null }));
    await person.click(part.getByRole('button', { name: 'Send me a test' }));
    expect(await part.findByText(/The mail server accepted it for/)).toHaveTextContent(ana.email);
    expect(part.queryByText(/550/)).not.toBeInTheDocument();
  });

  it('keeps what was seen last when the server does not answer', async () => {
    const server = serverWith(adminState());
    const { person } = openApp('/admin');
    const part = await section('Six things to do before others use it');
    // The documents are those of the version that runs.
    expect(part.getByRole('link', { name: 'docs/encryption.md' })).toHaveAttribute(
      'href',
      `${AUTHOR_URL}/inner-weather/blob/v1.0.0/docs/encryption.md`,
    );
    server
      .on(STATE, () => problem(503, 'Not reachable just now.'))
      .on('PATCH /api/admin/installation', () => json(200, adminState().installation));
    await person.click(part.getByRole('button', { name: 'I keep them elsewhere' }));
    expect(await screen.findByText('Not reachable just now.')).toBeInTheDocument();
    expect(part.getByText(/Anyone who reaches this address/)).toBeInTheDocument();
  });

  it('says when auth cannot be asked, hides what only auth knows, and shows the rest, such as that there are no photos', async () => {
    const photos = { photos: 0, usedBytes: 0, missing: 0, freeBytes: null };
    serverWith(adminState({ isConfirmed: false, installation: null, photos }));
    openApp('/admin');
    expect(await screen.findByText(/nothing can be changed until it is back/)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Accounts' })).not.toBeInTheDocument();
    const part = await section('Photos');
    expect(part.getByText('Nobody has added a photo yet.')).toBeInTheDocument();
    expect(part.getByText(/does not report its free space/)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'New in this version' })).toBeInTheDocument();
  });

  it('shows dead letters on request only, and tries them again', async () => {
    const queues = [
      { name: 'weather.on-entry', waiting: 0, retrying: 0, dead: 2 },
      { name: 'insights.jobs', waiting: 0, retrying: 0, dead: 0 },
    ];
    const letter = {
      type: 'journal.entry.created.v1',
      attempts: 5,
      reason: 'LookUpError: status 503',
      failedAt: AT,
    };
    const LETTERS = 'GET /api/admin/queues/weather.on-entry/dead-letters';
    const server = serverWith(adminState({ queues }))
      .on(LETTERS, () => json(200, { total: 2, letters: [{ eventId: 'a', ...letter }] }))
      .on('POST /api/admin/queues/weather.on-entry/replays', () => json(200, { replayed: 1, left: 1 }));
    const { person } = openApp('/admin');
    const part = await section('Queues');
    expect(part.getByText('Empty: insights.jobs')).toBeInTheDocument();
    expect(server.requests(LETTERS)).toHaveLength(0);
    await person.click(part.getByRole('button', { name: 'Show the events of weather.on-entry' }));
    expect(await part.findByText('LookUpError: status 503')).toBeInTheDocument();
    expect(part.getByText('and 1 more')).toBeInTheDocument();
    await person.click(part.getByRole('button', { name: 'Try the events of weather.on-entry again' }));
    expect(await part.findByText('1 event is tried again. 1 is left.')).toBeInTheDocument();
    // The services have done it before the page looks again.
    server
      .on('POST /api/admin/queues/weather.on-entry/replays', () => json(200, { replayed: 1, left: 0 }))
      .on(STATE, () => json(200, adminState()));
    await person.click(part.getByRole('button', { name: 'Try the events of weather.on-entry again' }));
    expect(await part.findByText('1 event is tried again.')).toBeInTheDocument();
    expect(part.getByText('0 waiting, 0 between attempts, 0 set aside')).toBeInTheDocument();
    await waitFor(() => expect(part.getByRole('heading', { name: 'Queues' })).toHaveFocus());
  });

  it('makes a link and an administrator with the own password, and says what went wrong with a confirmation elsewhere', async () => {
    const LINKS = 'POST /api/admin/accounts/ben/reset-links';
    const ROLE = 'PUT /api/admin/accounts/ben/administrator';
    const server = serverWith(adminState()).on(LINKS, () =>
      json(401, {
        code: 'invalid_credentials',
        errors: [{ msg: 'Current password is wrong', field: 'currentPassword' }],
      }),
    );
    const { person } = openApp('/admin?problem=sign_in_cancelled');
    expect(await screen.findByText('The sign-in was cancelled.')).toBeInTheDocument();
    const part = await section('Accounts');
    await person.click(await part.findByRole('button', { name: 'Manage Ben Silva' }));
    await person.click(part.getByRole('button', { name: 'Password reset link' }));
    await person.type(part.getByLabelText('Your password'), 'not it{Enter}');
    expect(await part.findByText('Current password is wrong')).toBeInTheDocument();
    server.on(LINKS, () => json(201, { token: 'the-token', expiresAt: AT })).on(ROLE, () => empty(204));
    await person.click(part.getByRole('button', { name: 'Create the link' }));
    expect(await part.findByText('http://localhost/reset-password#the-token')).toBeInTheDocument();
    expect(part.queryByLabelText('Your password')).not.toBeInTheDocument();
    await person.click(part.getByRole('button', { name: 'Make administrator' }));
    await person.type(part.getByLabelText('Your password'), 'a long evening{Enter}');
    await waitFor(() =>
      expect(server.requests(ROLE)[0]?.body).toEqual({ currentPassword: 'a long evening', isAdmin: true }),
    );
  });

  it('offers no link where mail is sent, no end of a role by a group, and no wider registration than the configuration', async () => {
    const { installation } = adminState();
    serverWith(
      adminState({
        installation: { ...installation!, mail: true, registration: 'invite', widestRegistration: 'invite' },
      }),
    ).on('GET /api/admin/accounts', () =>
      json(200, { items: [{ ...ben, isAdmin: true, isAdminByGroup: true }], nextCursor: null }),
    );
    const { person } = openApp('/admin');
    const part = await section('Accounts');
    await person.click(await part.findByRole('button', { name: 'Manage Ben Silva' }));
    expect(part.getByText(/administers because of its group at a sign-in service/)).toBeInTheDocument();
    expect(part.queryByRole('button', { name: /administer/ })).not.toBeInTheDocument();
    expect(part.getByRole('button', { name: 'Sign out everywhere' })).toBeInTheDocument();
    expect(part.queryByRole('button', { name: 'Password reset link' })).not.toBeInTheDocument();
    const who = await section('Who may sign up');
    expect(who.getAllByRole('radio')).toHaveLength(2);
  });
});
