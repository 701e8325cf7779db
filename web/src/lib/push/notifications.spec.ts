import type { ShownReminder } from '@inner-weather/domain/reminders/shown-reminder';
import { openReminder, showReminder } from './notifications';

const REMINDER: ShownReminder = {
  ...{ title: 'How are you today?', body: 'One tap.', lang: 'en', dir: 'ltr', tag: 'reminder-2026-11-26' },
  actions: [
    { mood: 'Happy', title: '🙂 Happy' },
    { mood: 'Sad', title: '😢 Sad' },
    { mood: 'Very Happy', title: '😄 Very Happy' },
  ],
};

describe('a reminder on a device', () => {
  const show = async (maxActions: number | undefined) => {
    Object.assign(globalThis, { Notification: { maxActions } });
    const shown: unknown[] = [];
    await showReminder({ showNotification: async (...args) => void shown.push(args) }, REMINDER);
    Reflect.deleteProperty(globalThis, 'Notification');
    return shown[0] as [string, NotificationOptions & { actions: { action: string }[] }];
  };

  it('has as many faces as the platform shows', async () => {
    const [title, options] = await show(2);
    expect(title).toBe('How are you today?');
    expect(options).toMatchObject({ body: 'One tap.', tag: 'reminder-2026-11-26', lang: 'en', dir: 'ltr' });
    expect(options.actions.map(({ action }) => action)).toEqual(['Happy', 'Sad']);
    expect((await show(undefined))[1].actions).toEqual([]);
  });

  const pages = (open: { focus: () => Promise<void> }[]) => {
    const opened: string[] = [];
    const clients = {
      matchAll: async () => open,
      openWindow: async (address: string) => void opened.push(address),
    };
    return { clients: clients as unknown as Clients, opened };
  };

  it('opens the journal when a face was chosen, also where this device cannot keep it', async () => {
    const { clients, opened } = pages([{ focus: async () => undefined }]);
    await openReminder(clients, 'Very Happy');
    // Not with the face: an address could come from anywhere.
    expect(opened).toEqual(['/journal']);
  });

  it('of a template opens the form with it, or saves the face that was chosen instead', async () => {
    const { clients, opened } = pages([{ focus: async () => undefined }]);
    const data = { path: '/journal?template=dream' };
    await openReminder(clients, '', data);
    await openReminder(clients, 'Happy', data);
    expect(opened).toEqual(['/journal?template=dream', '/journal']);
  });

  it('opens the journal, or shows the page that is open', async () => {
    const closed = pages([]);
    await openReminder(closed.clients, '');
    expect(closed.opened).toEqual(['/journal']);
    let focused = 0;
    const open = pages([{ focus: async () => void (focused += 1) }]);
    await openReminder(open.clients, '');
    expect([open.opened, focused]).toEqual([[], 1]);
  });
});
