import { eventually } from '@inner-weather/testing/eventually';
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import type { FakePush, PushDelivery } from '@inner-weather/testing/fakes/push';
import { registrationOf } from './background-sync.js';

/** What a service worker gave to `showNotification`. */
export interface ShownNotification {
  title: string;
  body: string;
  lang: string;
  tag: string;
  actions: { action: string; title: string }[];
  data?: unknown;
}

type Subscribed = ReturnType<FakePush['subscribe']>;

/**
 * What Chromium without windows lacks of push: it has no push service and shows no notifications. A page gets its
 * subscription from the suite's push service, and what arrives there is delivered by the developer tools: from then on it
 * is the real service worker that receives it. What it shows and opens is noted.
 */
export class PushDevice {
  private constructor(
    private readonly page: Page,
    private readonly push: FakePush,
    private readonly devTools: CDPSession,
    private readonly worker: Worker,
    private readonly registration: { registrationId: string; origin: string },
  ) {}

  /** Call it before the first page of the context is opened. */
  static async prepare(context: BrowserContext, push: FakePush): Promise<void> {
    await context.grantPermissions(['notifications']);
    await context.exposeFunction('subscribeToPush', () => push.subscribe());
    await context.addInitScript(() => {
      const KEY = 'test-subscription';
      const asSubscription = (json: string | null) => {
        if (json === null) return null;
        const target = JSON.parse(json) as Subscribed;
        const unsubscribe = async () => {
          localStorage.removeItem(KEY);
          return true;
        };
        return { ...target, options: {}, toJSON: () => target, unsubscribe };
      };
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => asSubscription(localStorage.getItem(KEY)),
        subscribe: async () => {
          const { subscribeToPush } = window as unknown as { subscribeToPush: () => Promise<Subscribed> };
          localStorage.setItem(KEY, JSON.stringify(await subscribeToPush()));
          return asSubscription(localStorage.getItem(KEY));
        },
      });
    });
  }

  /** The device of a page that has a service worker. */
  static async of(page: Page, push: FakePush): Promise<PushDevice> {
    const context = page.context();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const noted = { shown: [] as object[], opened: [] as string[] };
      Object.assign(globalThis, { noted });
      Object.assign(ServiceWorkerRegistration.prototype, {
        showNotification: async (title: string, options: object) =>
          void noted.shown.push({ title, ...options }),
      });
      // The types of a page do not have it.
      const { Clients } = globalThis as unknown as { Clients: { prototype: object } };
      Object.assign(Clients.prototype, {
        openWindow: async (address: string) => void noted.opened.push(address),
      });
    });
    const devTools = await context.newCDPSession(page);
    return new PushDevice(page, push, devTools, worker, await registrationOf(devTools));
  }

  /** Brings a message to the browser. Returns what the service worker shows. */
  async deliver({ payload }: PushDelivery): Promise<ShownNotification> {
    const data = JSON.stringify(payload);
    const before = (await this.noted()).shown.length;
    await this.devTools.send('ServiceWorker.deliverPushMessage', { ...this.registration, data });
    return eventually(async () => {
      const shown = (await this.noted()).shown[before];
      if (!shown) throw new Error('The service worker has shown nothing');
      return shown;
    });
  }

  /**
   * Taps a notification, and opens the address that the service worker opens.
   * @param action the face that is tapped, or '' for the notification itself
   */
  async tap(action: string, { data }: Pick<ShownNotification, 'data'> = {}): Promise<void> {
    await this.dispatch('notificationclick', { action, data });
    const address = (await this.noted()).opened.at(-1);
    if (address === undefined) throw new Error('The service worker has opened nothing');
    await this.page.goto(address);
  }

  /** Replaces the subscription, as browsers do from time to time. @param tells whether the service worker hears of it */
  async replaceSubscription({ tells }: { tells: boolean }): Promise<void> {
    const target = this.push.subscribe();
    await this.page.evaluate(
      (json) => localStorage.setItem('test-subscription', json),
      JSON.stringify(target),
    );
    if (!tells) return;
    await this.worker.evaluate((subscribed) => {
      const subscription = { ...subscribed, options: {}, toJSON: () => subscribed };
      Object.assign(PushManager.prototype, { getSubscription: async () => subscription });
    }, target);
    await this.dispatch('pushsubscriptionchange', {});
  }

  private async noted(): Promise<{ shown: ShownNotification[]; opened: string[] }> {
    return this.worker.evaluate(
      () => (globalThis as unknown as { noted: { shown: ShownNotification[]; opened: string[] } }).noted,
    );
  }

  /** Resolves when the service worker has dealt with an event. */
  private dispatch(name: string, properties: { action?: string; data?: unknown }): Promise<void> {
    return this.worker.evaluate(
      async ([type, { data, ...more }]) => {
        const work: Promise<unknown>[] = [];
        const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
        const notification = { data, close: () => undefined };
        dispatchEvent(Object.assign(new Event(type), { ...more, notification, waitUntil }));
        await Promise.all(work);
      },
      [name, properties] as const,
    );
  }
}
