import { act, screen, waitFor, within } from '@testing-library/react';
import { empty, held, json, problem, unreachable } from '../../test/fake-server';
import { ana, profile, tokenOf } from '../../test/builders';
import { openApp, serverOfAna } from '../../test/render-app';
import { renderSection } from '../../test/render-within';
import { OpenSessions } from '../features/auth/components/settings/open-sessions';
import { Profile } from '../features/auth/components/settings/profile';
import { signedInUser } from '../lib/api/session';
import { dayEndsAt, deviceTimeZone, timeZone } from '../lib/dates/zone';

const session = (id: string, browser: string, system: string, current = false) => ({
  id,
  device: `${browser} on ${system}`,
  browser,
  system,
  current,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T21:30:00.000Z',
});

const HERE = session('here', 'Firefox', 'Linux', true);
const PHONE = session('phone', 'Safari', 'iOS');
const TABLET = session('tablet', 'Chrome', 'Android');

describe('the settings', () => {
  it('are all those of an account without providers, each with a link that focuses its heading', async () => {
    const server = serverOfAna();
    const { person, path } = openApp('/settings');
    const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
    await screen.findByRole('region', { name: 'Password' });
    const names = list.getAllByRole('link').map(({ textContent }) => textContent);
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    // Nothing is to be said of an address where no mail is sent.
    expect(sections).toEqual(names.filter((name) => name !== 'Email'));
    expect(names.join(', ')).toBe(
      'Profile, Appearance, On this device, Lock on this device, What you measure, Moods, ' +
        "Questions and templates, Reminders, Email, Where you're signed in, Password, Passkeys, " +
        'Second factor, Keys for scripts, Your data',
    );
    expect(server.requests('GET /api/user/me/identities')).toEqual([]);
    await person.click(list.getByRole('link', { name: 'Your data' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Your data' })).toHaveFocus();
    expect(path()).toBe('/settings');
  });

  it('are folded on a phone; an address opens its section, and a reload what was open', async () => {
    const { matchMedia } = window;
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('max-width') }) as MediaQueryList;
    try {
      serverOfAna();
      const { person, reload } = openApp('/settings#section-appearance');
      const isOpen = (name: string) => screen.getByRole('region', { name }).querySelector('details')?.open;
      await waitFor(() =>
        expect(screen.getByRole('heading', { level: 2, name: 'Appearance' })).toHaveFocus(),
      );
      expect([isOpen('Profile'), isOpen('Appearance'), isOpen('Password')]).toEqual([false, true, false]);
      await person.click(screen.getByRole('heading', { level: 2, name: 'Password' }));
      await waitFor(() => expect(sessionStorage.getItem('inner-weather.open-settings')).toMatch('password'));
      reload();
      await screen.findByRole('region', { name: 'Password' });
      expect([isOpen('Profile'), isOpen('Appearance'), isOpen('Password')]).toEqual([false, true, true]);
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  it('list the sessions, also if they are asked for again, and end one of them or all others', async () => {
    let open = [HERE, PHONE, TABLET];
    const server = serverOfAna().on('GET /api/user/me/sessions', () => problem(400, 'Odd'));
    const { person } = renderSection(OpenSessions);
    expect(await screen.findByText('Odd')).toBeInTheDocument();
    server
      .on('GET /api/user/me/sessions', () => json(200, open))
      .on('DELETE /api/user/me/sessions', () => problem(503, 'Not now'))
      .on('DELETE /api/user/me/sessions/phone', () => {
        open = [HERE, TABLET];
        return empty(204);
      });
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    const phone = (await screen.findByText('Safari on iOS')).closest('li')!;
    expect(within(phone).getByText(/Last active 20 Nov/)).toBeInTheDocument();
    expect(screen.getByText(/This browser ·/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).not.toBeInTheDocument();
    await person.click(within(phone).getByRole('button', { name: 'Sign out Safari on iOS' }));
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
    expect(server.requests('DELETE /api/user/me/sessions/phone')).toHaveLength(1);

    const all = screen.getByRole('button', { name: 'Sign out everywhere else' });
    await person.click(all);
    expect(await screen.findByText('Not now')).toBeInTheDocument();
    server.on('DELETE /api/user/me/sessions', () => {
      open = [HERE];
      return empty(204);
    });
    await person.click(all);
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });
});

describe('the profile', () => {
  const ROUTE = 'PATCH /api/user/me';
  const open = async (over: Parameters<typeof profile>[0] = {}) => {
    const server = serverOfAna().on('GET /api/user/me', () => json(200, profile(over)));
    const { person, section } = renderSection(Profile);
    await section.findByLabelText('Last Name');
    const save = () => person.click(section.getByRole('button', { name: 'Save profile' }));
    return { server, person, section, save };
  };

  it('changes name, city and time zone, and every page has them at once', async () => {
    const { server, person, section, save } = await open();
    const zone = { timeZone: 'America/New_York', dayEndsAt: 3 };
    const user = { ...ana, name: 'Anabela', location: 'New York', ...zone };
    server.on(ROUTE, () => json(200, { token: tokenOf(user), user: profile(user) }));
    expect(await section.findByText('Weather from Porto, Portugal (Porto District).')).toBeInTheDocument();
    expect(timeZone()).toBe(deviceTimeZone());
    for (const [label, text] of [
      ['Name', 'Anabela'],
      ['Your location (City)', 'New York'],
    ] as const) {
      await person.clear(section.getByLabelText(label));
      await person.type(section.getByLabelText(label), text);
    }
    await person.selectOptions(section.getByLabelText('Time zone'), 'New York');
    const dayEnd = section.getByLabelText('My day ends at');
    expect(dayEnd).toHaveDisplayValue('Midnight');
    expect(within(dayEnd).getAllByRole('option')).toHaveLength(5);
    await person.selectOptions(dayEnd, '3:00');
    await save();
    expect(await section.findByText('Your profile has been saved.')).toBeInTheDocument();
    expect(server.requests(ROUTE).map(({ body }) => body)).toEqual([
      {
        firstName: 'Anabela',
        lastName: 'Silva',
        location: 'New York',
        place: 'geo:41.15,-8.61',
        language: 'en',
        ...zone,
      },
    ]);
    expect(signedInUser()?.name).toBe('Anabela');
    expect([timeZone(), dayEndsAt()]).toEqual(['America/New_York', 3]);
    await person.type(section.getByLabelText('Last Name'), 's');
    expect(section.queryByText('Your profile has been saved.')).not.toBeInTheDocument();
  });

  it('asks for a missing name, shows the server’s error at its field, and returns to the time zone of the device', async () => {
    const { server, person, section, save } = await open({ timeZone: 'Asia/Kolkata' });
    await person.clear(section.getByLabelText('Name'));
    await save();
    expect(await section.findByText('What should we call you?')).toBeInTheDocument();
    expect(server.requests(ROUTE)).toHaveLength(0);
    server.on(ROUTE, () => problem(400, 'Location must be one line', 'location'));
    await person.type(section.getByLabelText('Name'), 'Ana');
    await save();
    expect(await section.findByText('Location must be one line')).toBeInTheDocument();
    server.on(ROUTE, () => problem(429, 'Too many changes in a short time.'));
    await save();
    expect(await section.findByText('Too many changes in a short time.')).toBeInTheDocument();
    server.on(ROUTE, () => json(200, profile()));
    expect(section.getByLabelText('Time zone')).toHaveDisplayValue(['Kolkata']);
    await person.selectOptions(section.getByLabelText('Time zone'), '');
    await save();
    expect(await section.findByText('Your profile has been saved.')).toBeInTheDocument();
    expect(server.requests(ROUTE).at(-1)?.body).toMatchObject({ timeZone: null });
  });

  it('keeps what is typed while it is saved, and what another device saves meanwhile', async () => {
    const saved = held();
    // A page that cannot reach the server for something fetches everything again when it becomes visible.
    const server = serverOfAna().on(ROUTE, saved.handler).on('GET /api/beginnings', unreachable);
    const { person } = openApp('/settings');
    const section = within(await screen.findByRole('region', { name: 'Profile' }));
    await section.findByLabelText('Last Name');
    const save = () => person.click(section.getByRole('button', { name: 'Save profile' }));
    const [name, lastName] = [section.getByLabelText('Name'), section.getByLabelText('Last Name')];
    const city = section.getByLabelText('Your location (City)');
    await person.type(name, 'bela ');
    await person.selectOptions(section.getByLabelText('My day ends at'), '3:00');
    await save();
    await waitFor(() => expect(server.requests(ROUTE)).toHaveLength(1));
    await person.type(lastName, ' Sousa');
    await person.selectOptions(section.getByLabelText('My day ends at'), 'Midnight');
    const user = { ...ana, name: 'Anabela', location: 'Lisboa', dayEndsAt: 3 };
    server.on('GET /api/user/me', () => json(200, profile(user)));
    await saved.answer(json(200, profile(user)));
    await waitFor(() => expect(name).toHaveValue('Anabela'));
    expect([lastName, city].map((field) => (field as HTMLInputElement).value)).toEqual([
      'Silva Sousa',
      'Lisboa',
    ]);
    expect(section.getByLabelText('My day ends at')).toHaveDisplayValue('Midnight');
    expect(section.queryByText('Your profile has been saved.')).not.toBeInTheDocument();

    server.on('GET /api/user/me', () => json(200, profile({ ...user, name: 'Bela' })));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(name).toHaveValue('Bela'));
    expect(lastName).toHaveValue('Silva Sousa');
    server.on(ROUTE, () =>
      json(200, profile({ ...user, name: 'Bela', lastName: 'Silva Sousa', dayEndsAt: 0 })),
    );
    await save();
    expect(await section.findByText('Your profile has been saved.')).toBeInTheDocument();
  });
});
