import type { ShownReminder } from '@inner-weather/domain/reminders/shown-reminder';
import { facesHere, keepTappedFace } from './tapped-face';

/*
 * Reminders in the service worker. A push message must show a notification, or browsers show one of their own.
 */

/** TypeScript does not know them. */
interface WithActions extends NotificationOptions {
  actions: { action: string; title: string }[];
}

/** Shows a reminder with as many faces as the platform has room for. */
export async function showReminder(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  { title, body, lang, dir, tag, path, actions }: ShownReminder,
): Promise<void> {
  const { maxActions = 0 } = Notification as { maxActions?: number };
  const faces = actions.length > 0 && maxActions > 0 ? await facesHere(actions).catch(() => actions) : [];
  const options: WithActions = {
    body,
    lang,
    dir,
    tag,
    icon: '/icon-192.png',
    data: { path },
    actions: faces.slice(0, maxActions).map(({ mood, title }) => ({ action: mood, title })),
  };
  await registration.showNotification(title, options);
}

/**
 * Opens the journal, where the chosen face is saved and can be undone; the page that the message names, such as a letter
 * or a template; or, without either, a page that is open already.
 */
export async function openReminder(clients: Clients, mood: string, data?: unknown): Promise<void> {
  const { path } = (data ?? {}) as { path?: string };
  if (mood !== '') {
    // If this device cannot keep it, the journal asks.
    await keepTappedFace(mood).catch(() => undefined);
    await clients.openWindow('/journal');
    return;
  }
  if (path !== undefined) {
    await clients.openWindow(path);
    return;
  }
  const [page] = await clients.matchAll({ type: 'window' });
  if (page) await page.focus();
  else await clients.openWindow('/journal');
}
