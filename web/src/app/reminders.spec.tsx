import { createHash, webcrypto } from 'node:crypto';
import { jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { ana, reminders } from '../../test/builders';
import { fakeCaches } from '../../test/fake-caches';
import { empty, json, lost, problem } from '../../test/fake-server';
import { renderSection } from '../../test/render-within';
import { serverOfAna } from '../../test/server-of-ana';
import { Reminders } from '../features/reminders/components/reminders';
import { deviceTimeZone } from '../lib/dates/zone';
import { timeZoneInWords } from '../lib/dates/time-zones';
import { readReminded } from '../lib/push/reminded';

const ENDPOINT = 'https://push.example.org/abc';
const ID = createHash('sha256').update(`${ana.id} ${ENDPOINT}`).digest('base64url');
const phone = {
  ...{ id: 'phone', device: 'Safari on iOS', browser: 'Safari', system: 'iOS' },
  ...{ createdAt: '2026-11-01T08:00:00.000Z', lastSuccessAt: '2026-11-20T21:00:00.000Z' },
};
const here = { ...phone, id: ID, device: 'Firefox on Linux', browser: 'Firefox', system: 'Linux' };

/** A browser that can be subscribed. */
function withPush() {
  fakeCaches();
  const state: { subscription: object | null; asked: number } = { subscription: null, asked: 0 };
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      state.subscription = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => state.subscription,
    subscribe: async () => (state.subscription = subscription),
  };
  const registration = { pushManager };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    register: async () => ({ addEventListener: () => undefined }),
    addEventListener: () => undefined,
  };
  Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.assign(window, {
    PushManager: class {},
    Notification: {
      permission: 'default',
      requestPermission: async () => {
        state.asked += 1;
        return 'granted';
      },
    },
  });
  return state;
}

afterEach(() => {
  for (const name of ['PushManager', 'Notification', 'caches']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('the reminders in the settings', () => {
  it('are set with a time and weekdays, and say what is wrong, also with the browser', async () => {
    const server = serverOfAna().on('PUT /api/reminders', () => problem(400, 'No such day'));
    const { person, section: form } = renderSection(Reminders);
    expect(await form.findByText(/Your browser cannot show reminders here/)).toBeInTheDocument();
    expect(form.queryByRole('button', { name: 'Remind me on this device' })).not.toBeInTheDocument();
    const save = form.getByRole('button', { name: 'Save reminders' });
    await person.click(save);
    expect(await form.findByText('No such day')).toBeInTheDocument();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    server.on('PUT /api/reminders', lost);
    await person.click(save);
    expect(await form.findByText('This needs a connection.')).toBeInTheDocument();
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });

    server.on('PUT /api/reminders', ({ body }) =>
      json(200, reminders({ ...(body as object), nextAt: '2026-11-27T20:30:00.000Z' })),
    );
    await person.click(await form.findByRole('checkbox', { name: 'Remind me' }));
    await person.clear(form.getByLabelText('At'));
    await person.type(form.getByLabelText('At'), '20:30');
    for (const day of ['Saturday', 'Sunday']) await person.click(form.getByRole('checkbox', { name: day }));
    await person.selectOptions(form.getByLabelText('Opens'), 'Three good things');
    await person.click(save);
    expect(await form.findByText('Your reminders have been saved.')).toBeInTheDocument();
    expect(
      await form.findByText(/^The next one: .*27 Nov.*, unless you write before\.$/),
    ).toBeInTheDocument();
    expect(server.requests('PUT /api/reminders').at(-1)?.body).toEqual({
      ...{ on: true, time: '20:30', weekdays: [1, 2, 3, 4, 5] },
      timeZone: deviceTimeZone(),
      template: 'three-good-things',
    });
    // What is changed now is not saved.
    await person.click(form.getByRole('checkbox', { name: 'Saturday' }));
    expect(form.queryByText('Your reminders have been saved.')).not.toBeInTheDocument();
  });

  it('follow what another device saves, but for what was changed here', async () => {
    const server = serverOfAna().on('PUT /api/reminders', ({ body }) => json(200, reminders(body as object)));
    const { person, section: form } = renderSection(Reminders);
    await person.click(await form.findByRole('checkbox', { name: 'Saturday' }));
    server.on('GET /api/reminders', () => json(200, reminders({ on: true, time: '07:15' })));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(form.getByLabelText('At')).toHaveValue('07:15'));
    await person.click(form.getByRole('button', { name: 'Save reminders' }));
    await waitFor(() =>
      expect(server.requests('PUT /api/reminders')[0]?.body).toMatchObject({
        ...{ on: true, time: '07:15', weekdays: [1, 2, 3, 4, 5, 7] },
      }),
    );
  });

  it('say in whose time they are, and what saving changes about it', async () => {
    const here = timeZoneInWords(deviceTimeZone());
    const server = serverOfAna().on('GET /api/reminders', () =>
      json(200, reminders({ timeZone: 'Asia/Tokyo' })),
    );
    const { section, unmount } = renderSection(Reminders);
    // While they are off, nothing is saved that would come at another time.
    expect(await section.findByLabelText('At')).toHaveAccessibleDescription(`In the time of ${here}.`);
    unmount();
    server.on('GET /api/reminders', () =>
      json(200, {
        ...reminders({ on: true, timeZone: 'Asia/Tokyo' }),
        letter: { ...reminders().letter, on: true, timeZone: 'Europe/Oslo' },
      }),
    );
    const { section: form } = renderSection(Reminders);
    expect(await form.findByLabelText('At')).toHaveAccessibleDescription(
      `In the time of Tokyo. Save to have them in the time of ${here}.`,
    );
    expect(form.getByLabelText('Time of the letter')).toHaveAccessibleDescription(
      `In the time of Oslo. Save to have them in the time of ${here}.`,
    );
  });

  it('ask for permission after a click only, and remind this device', async () => {
    const push = withPush();
    let state = reminders();
    const server = serverOfAna()
      .on('GET /api/reminders', () => json(200, state))
      .on('POST /api/reminders/subscriptions', () => json(201, here))
      .on('PUT /api/reminders', () => json(200, (state = reminders({ on: true, devices: [here] }))));
    const { person, section: form } = renderSection(Reminders);
    const button = await form.findByRole('button', { name: 'Remind me on this device' });
    expect(push.asked).toBe(0);
    await person.click(button);
    expect(await form.findByText(/This device · added/)).toBeInTheDocument();
    expect(push.asked).toBe(1);
    expect(server.requests('POST /api/reminders/subscriptions')[0]?.body).toEqual({
      endpoint: ENDPOINT,
      keys: { p256dh: 'p', auth: 'a' },
    });
    expect(server.requests('PUT /api/reminders')[0]?.body).toMatchObject({
      ...{ on: true, time: '21:00', timeZone: deviceTimeZone() },
    });
    expect(await readReminded()).toEqual({ userId: ana.id, deviceId: ID });
    await waitFor(() => expect(form.getByRole('checkbox', { name: 'Remind me' })).toBeChecked());
    expect(form.queryByRole('button', { name: 'Remind me on this device' })).not.toBeInTheDocument();
  });

  it('say so if the service worker of this browser is never ready, its push service refuses, or notifications are not allowed', async () => {
    withPush();
    const ready = navigator.serviceWorker.ready;
    Object.assign(navigator.serviceWorker, { ready: new Promise(() => undefined) });
    const server = serverOfAna();
    const { person, section: form } = renderSection(Reminders);
    const button = await form.findByRole('button', { name: 'Remind me on this device' });
    const setTimer = globalThis.setTimeout;
    const soon = jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((run, ms = 0) => setTimer(run, ms === 20_000 ? 0 : ms));
    await person.click(button);
    const words = /Your browser could not set up reminders on this device/;
    expect(await form.findByText(words)).toBeInTheDocument();
    soon.mockRestore();
    expect(button).not.toHaveAttribute('aria-disabled');
    const { pushManager } = await ready;
    pushManager.subscribe = () => Promise.reject(new DOMException('', 'AbortError'));
    Object.assign(navigator.serviceWorker, { ready });
    await person.click(button);
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(form.getByText(words)).toBeInTheDocument();
    window.Notification.requestPermission = async () => 'denied';
    await person.click(button);
    expect(await form.findByText(/Your browser does not allow notifications/)).toBeInTheDocument();
    expect(server.requests('POST /api/reminders/subscriptions')).toEqual([]);
  });

  it('list other devices, remove them, and send a test', async () => {
    let devices = [phone];
    const server = serverOfAna()
      .on('GET /api/reminders', () => json(200, reminders({ on: true, devices })))
      .on('POST /api/reminders/test', () => json(200, { sent: 1, failed: 0, ended: 0 }))
      .on('DELETE /api/reminders/subscriptions/phone', () => {
        devices = [];
        return empty(204);
      });
    const { person, section: form } = renderSection(Reminders);
    expect(await form.findByText('Safari on iOS')).toBeInTheDocument();
    await person.click(form.getByRole('button', { name: 'Send a test' }));
    expect(await form.findByText('Sent to 1 device.')).toBeInTheDocument();
    await person.click(form.getByRole('button', { name: 'Remove Safari on iOS' }));
    await waitFor(() => expect(form.queryByText('Safari on iOS')).not.toBeInTheDocument());
    expect(server.requests('DELETE /api/reminders/subscriptions/phone')).toHaveLength(1);
  });

  it('make a link to a calendar, show it once, revoke it, and say where it rings', async () => {
    let hasFeed = false;
    serverOfAna()
      .on('GET /api/reminders', () => json(200, reminders({ hasFeed })))
      .on('POST /api/reminders/feed', () => {
        hasFeed = true;
        return json(201, { path: '/api/reminders/feed/secret.ics' });
      })
      .on('DELETE /api/reminders/feed', () => {
        hasFeed = false;
        return empty(204);
      });
    const { person, section: form } = renderSection(Reminders);
    await person.click(await form.findByRole('button', { name: 'Create a link' }));
    const link = `${window.location.origin}/api/reminders/feed/secret.ics`;
    expect(await form.findByText(link)).toBeInTheDocument();
    expect(form.getByText(/do not ring for a calendar that you subscribe to.*Remove Alerts/)).toBeVisible();
    expect(form.getByText(/Changing your password revokes it/)).toBeVisible();
    await person.click(form.getByRole('button', { name: 'Revoke the link' }));
    await waitFor(() => expect(form.queryByText(link)).not.toBeInTheDocument());
    expect(form.getByRole('button', { name: 'Create a link' })).toBeInTheDocument();
  });

  it('give a file that rings everywhere once they are on', async () => {
    let on = false;
    const FILE = 'GET /api/reminders/calendar';
    const server = serverOfAna()
      .on('GET /api/reminders', () => json(200, reminders({ on })))
      .on('PUT /api/reminders', () => json(200, reminders({ on: (on = true) })))
      .on(FILE, () => problem(503, 'Not now'));
    const makeUrl = jest.fn<(file: Blob) => string>(() => 'blob:file');
    const revokeUrl = jest.fn();
    Object.assign(URL, { createObjectURL: makeUrl, revokeObjectURL: revokeUrl });
    let name = '';
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      name = this.download;
    });
    const { person, section: form } = renderSection(Reminders);
    await person.click(await form.findByRole('checkbox', { name: 'Remind me' }));
    expect(form.queryByRole('button', { name: 'Download a file' })).not.toBeInTheDocument();
    await person.click(form.getByRole('button', { name: 'Save reminders' }));
    await person.click(await form.findByRole('button', { name: 'Download a file' }));
    expect(await form.findByText('Not now')).toBeInTheDocument();
    server.on(FILE, () => new Response('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } }));
    await person.click(form.getByRole('button', { name: 'Download a file' }));
    await waitFor(() => expect(name).toBe('inner-weather.ics'));
    click.mockRestore();
    expect(makeUrl.mock.calls[0]?.[0].type).toBe('text/calendar');
    // Safari and Firefox have not read the file yet.
    expect(revokeUrl).not.toHaveBeenCalled();
    expect(form.queryByText('Not now')).not.toBeInTheDocument();
  });
});
