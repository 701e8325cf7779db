import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ana, tokenOf } from '../../test/builders';
import { empty, json, problem } from '../../test/fake-server';
import { locksWhenHidden } from '../../test/locks-when-hidden';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { AccessTokens } from '../features/auth/components/settings/access-tokens';
import { api } from '../lib/api/api-client';
import type { components } from '../lib/api/api-types.gen';

type AccessToken = components['schemas']['AccessTokenDto'];

const TOKEN = `iw_${'k'.repeat(43)}`;
const ROUTE = 'POST /api/user/me/access-tokens';

const key = (over: Partial<AccessToken> = {}): AccessToken => ({
  id: 'key-1',
  name: 'Backup',
  scopes: ['entries:read'],
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  ...over,
});

type Section = ReturnType<typeof renderSection>['section'];

const serverWith = (...keys: AccessToken[]) =>
  serverOfAna().on('GET /api/user/me/access-tokens', () => json(200, keys));

const openSection = async () => {
  const { person } = openApp('/settings');
  return { person, section: within(await screen.findByRole('region', { name: 'Keys for scripts' })) };
};

const fillIn = async (person: UserEvent, section: Section) => {
  await person.click(await section.findByRole('button', { name: 'Create a key' }));
  await person.type(section.getByLabelText('Name'), 'Backup');
  await person.type(section.getByLabelText('Your password'), 'a long evening');
  return () => person.click(section.getByRole('button', { name: 'Create the key' }));
};

describe('the keys for scripts', () => {
  it('are listed with what they may do, when they were used and when they end, and revoked after a question', async () => {
    const server = serverWith(
      key({ lastUsedAt: '2026-11-20T21:30:00.000Z' }),
      key({ id: 'key-2', name: 'Phone', scopes: ['entries:write'], expiresAt: '2099-01-01T00:00:00.000Z' }),
      key({
        id: 'key-3',
        name: 'Old',
        scopes: ['entries:read', 'entries:write'],
        expiresAt: '2020-01-01T12:00:00.000Z',
      }),
    );
    const { person, section } = renderSection(AccessTokens);
    const texts = (await section.findAllByRole('listitem')).map((item) => item.textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^BackupReads entriesLast used 20 Nov 2026.*Does not expire/),
      expect.stringMatching(/^PhoneAdds entriesNever usedValid until 1 Jan 2099/),
      expect.stringMatching(/^OldReads and writes entriesNever usedExpired 1 Jan 2020/),
    ]);

    await person.click(section.getByRole('button', { name: /^Revoke .?Backup/ }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Revoke .?Backup.?\?/ }));
    server
      .on('DELETE /api/user/me/access-tokens/key-1', () => empty(204))
      .on('GET /api/user/me/access-tokens', () => json(200, []));
    await person.click(dialog.getByRole('button', { name: 'Revoke the key' }));
    await waitFor(() => expect(screen.queryByText('Backup')).not.toBeInTheDocument());
    await waitFor(() => expect(section.getByRole('heading', { level: 2 })).toHaveFocus());
    expect(server.requests('DELETE /api/user/me/access-tokens/key-1')).toHaveLength(1);
  });

  it('are created by the password, and by a code that only the server knew of, and shown once with commands for curl', async () => {
    const server = serverWith().on(ROUTE, () =>
      json(401, {
        code: 'second_factor_required',
        errors: [{ msg: 'Please also enter your code', field: 'code' }],
      }),
    );
    const { person, section } = await openSection();
    const submit = await fillIn(person, section);
    await person.click(section.getByLabelText('Write entries'));
    await person.selectOptions(section.getByLabelText('Expires'), 'In 30 days');
    await submit();
    const code = await section.findByLabelText('A code from your app, or a recovery code');
    expect(code).toHaveAccessibleDescription('Please also enter your code');
    await person.type(code, '123456');
    server.on(ROUTE, () =>
      json(201, { ...key({ scopes: ['entries:read', 'entries:write'] }), token: TOKEN }),
    );
    await submit();
    const heading = await section.findByRole('heading', { name: 'Your new key' });
    await waitFor(() => expect(heading).toHaveFocus());
    const body = {
      name: 'Backup',
      scopes: ['entries:read', 'entries:write'],
      expiresInDays: 30,
      currentPassword: 'a long evening',
    };
    expect(server.requests(ROUTE).map((one) => one.body)).toEqual([body, { ...body, code: '123456' }]);
    expect(section.getByLabelText('The key')).toHaveTextContent(TOKEN);
    const { origin } = window.location;
    for (const [label, path] of [
      ["A command that reads this month's entries", 'search?userReference=ana%40example.org'],
      ['A command that adds an entry', 'new'],
    ] as const)
      expect(section.getByLabelText(label)).toHaveTextContent(
        new RegExp(
          `^curl -H 'Authorization: Bearer ${TOKEN}' .*'${origin}/api/journal/${path.replace('?', '\\?')}`,
        ),
      );
    await person.click(section.getAllByRole('button', { name: 'Copy' })[0]!);
    expect(await navigator.clipboard.readText()).toBe(TOKEN);
    expect(await locksWhenHidden()).toBe(false);
    await person.click(section.getByRole('button', { name: 'I have saved it' }));
    expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
    expect(section.getByRole('button', { name: 'Create a key' })).toHaveFocus();
  });

  it('that one user has just created are not shown to the next one, who logged in with another tab', async () => {
    const server = serverWith().on(ROUTE, () => json(201, { ...key(), token: TOKEN }));
    const { person, section } = await openSection();
    const submit = await fillIn(person, section);
    await submit();
    expect(await screen.findByLabelText('The key')).toHaveTextContent(TOKEN);
    const bea = { ...ana, id: 'user-2', name: 'Bea', email: 'bea@example.org' };
    server.on('GET /api/session', () => json(200, { token: tokenOf(bea), user: bea }));
    server.on('GET /api/user/me', () => problem(401, 'Gone'));
    await act(() => api.GET('/api/user/me'));
    expect(await screen.findByText('Hi Bea')).toBeInTheDocument();
    expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Create a key' })).toBeInTheDocument();
  });

  it('need a name and a scope, and never expire if that is chosen', async () => {
    const server = serverWith().on(ROUTE, () => json(201, { ...key(), token: TOKEN }));
    const { person, section } = renderSection(AccessTokens);
    const submit = await fillIn(person, section);
    await person.clear(section.getByLabelText('Name'));
    await person.click(section.getByLabelText('Read entries'));
    await submit();
    expect(await section.findByText('Give the key a name')).toBeInTheDocument();
    expect(section.getByText('Choose what the key may do')).toBeInTheDocument();
    expect(server.requests(ROUTE)).toHaveLength(0);
    await person.type(section.getByLabelText('Name'), 'Phone');
    await person.click(section.getByLabelText('Read entries'));
    await person.selectOptions(section.getByLabelText('Expires'), 'Never');
    await submit();
    await section.findByRole('heading', { name: 'Your new key' });
    expect(server.requests(ROUTE).map(({ body }) => body)).toEqual([
      { name: 'Phone', scopes: ['entries:read'], currentPassword: 'a long evening' },
    ]);
    expect(section.queryByLabelText('A command that adds an entry')).not.toBeInTheDocument();
  });

  it('ask for a code as well if the second factor is on, and say what was wrong', async () => {
    const server = serverWith()
      .on('GET /api/user/me/second-factor', () =>
        json(200, { active: true, activeSince: '2026-11-20T21:30:00.000Z', recoveryCodesLeft: 10 }),
      )
      .on(ROUTE, () =>
        json(401, {
          code: 'invalid_credentials',
          errors: [{ msg: 'Current password is wrong', field: 'currentPassword' }],
        }),
      );
    const { person, section } = renderSection(AccessTokens);
    const submit = await fillIn(person, section);
    await person.type(await section.findByLabelText('A code from your app, or a recovery code'), '123456');
    await submit();
    expect(await section.findByText('Current password is wrong')).toBeInTheDocument();
    server.on(ROUTE, () => problem(409, 'You can have at most 20 keys.'));
    await submit();
    expect(await section.findByText('You can have at most 20 keys.')).toBeInTheDocument();
    expect(server.requests(ROUTE).at(-1)?.body).toMatchObject({ code: '123456' });
  });
});
