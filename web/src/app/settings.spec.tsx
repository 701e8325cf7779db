import { screen, waitFor, within } from '@testing-library/react';
import { empty, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';

const session = (id: string, device: string, current = false) => ({
  id,
  device,
  current,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T21:30:00.000Z',
});

const BOTH = [session('here', 'Firefox on Linux', true), session('phone', 'Safari on iOS')];

describe('the settings', () => {
  it('are behind the greeting, and only for who is signed in', async () => {
    serverOfAna().on('GET /api/user/me/sessions', () => json(200, BOTH));
    const { person, path } = openApp('/journal');
    await person.click(await screen.findByRole('link', { name: 'Hi Ana' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeInTheDocument();
    expect(path()).toBe('/settings');
  });

  it('list where one is signed in, and sign out one of them', async () => {
    let open = BOTH;
    const server = serverOfAna()
      .on('GET /api/user/me/sessions', () => json(200, open))
      .on('DELETE /api/user/me/sessions/phone', () => {
        open = BOTH.slice(0, 1);
        return empty(204);
      });
    const { person } = openApp('/settings');
    const phone = (await screen.findByText('Safari on iOS')).closest('li');
    if (!phone) throw new Error('the phone is in no list');
    expect(within(phone).getByText(/Last seen 20 Nov/)).toBeInTheDocument();
    expect(screen.getByText(/This browser/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).not.toBeInTheDocument();
    await person.click(within(phone).getByRole('button', { name: 'Sign out Safari on iOS' }));
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
    expect(server.requests('DELETE /api/user/me/sessions/phone')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('sign out everywhere else, and say when that did not work', async () => {
    const server = serverOfAna()
      .on('GET /api/user/me/sessions', () => json(200, BOTH))
      .on('DELETE /api/user/me/sessions', () => problem(503, 'Not now'));
    const { person } = openApp('/settings');
    const all = await screen.findByRole('button', { name: 'Sign out everywhere else' });
    await person.click(all);
    expect(await screen.findByText('Not now')).toBeInTheDocument();
    server
      .on('DELETE /api/user/me/sessions', () => empty(204))
      .on('GET /api/user/me/sessions', () => json(200, BOTH.slice(0, 1)));
    await person.click(all);
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
  });

  it('offer to ask again when the sessions could not be fetched', async () => {
    const server = serverOfAna().on('GET /api/user/me/sessions', () => problem(400, 'Odd'));
    const { person } = openApp('/settings');
    expect(await screen.findByText('Odd')).toBeInTheDocument();
    server.on('GET /api/user/me/sessions', () => json(200, BOTH));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Safari on iOS')).toBeInTheDocument();
  });
});
