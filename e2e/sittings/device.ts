import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { PASSWORD, type Person } from '../support/requests/api.js';
import { launchProfile } from '../support/pages/browser.js';
import { JournalScreen } from './journal-screen.js';

/** Milliseconds that a page has for what it is told to do. */
const PATIENCE_MS = 15_000;

/** React's scheduler posts a message before each piece of work. */
export interface Counting {
  renders: number;
}

interface Tab {
  screen: JournalScreen;
  devTools: CDPSession;
}

/** A browser with what it stores, and the tabs that are open in it. */
export class Device {
  private readonly tabs = new Map<number, Tab>();

  private constructor(
    private readonly context: BrowserContext,
    private readonly url: string,
    /** Where it stores everything, if it has a browser of its own, and how that is killed. */
    private readonly profile?: { folder: string; kill: () => void },
  ) {}

  /** @param place a browser that has others beside it, or the folder of one of its own */
  static async open(url: string, place: Browser | string): Promise<Device> {
    const device =
      typeof place === 'string' ? await Device.launch(url, place) : await Device.within(url, place);
    device.context.setDefaultTimeout(PATIENCE_MS);
    await device.context.addInitScript(countRenders);
    return device;
  }

  private static async within(url: string, browser: Browser): Promise<Device> {
    const viewport = { width: 1280, height: 860 };
    const options = { baseURL: url, viewport, locale: 'en-GB', reducedMotion: 'reduce' } as const;
    return new Device(await browser.newContext(options), url);
  }

  private static async launch(url: string, folder: string): Promise<Device> {
    const { context, kill } = await launchProfile(folder, url, { timezoneId: undefined });
    return new Device(context, url, { folder, kill });
  }

  screen(tab: number): JournalScreen {
    return this.tabs.get(tab)!.screen;
  }

  get screens(): JournalScreen[] {
    return [...this.tabs.values()].map(({ screen }) => screen);
  }

  /** Without the form. */
  async signIn({ user }: Person): Promise<void> {
    const data = { email: user.email, password: PASSWORD };
    const answer = await this.context.request.post('/api/login', { data });
    if (answer.status() !== 200) throw new Error(`no session: ${answer.status()}`);
  }

  async addTab(id: number, zone: string): Promise<void> {
    const page = await this.context.newPage();
    const devTools = await this.context.newCDPSession(page);
    await devTools.send('Emulation.setTimezoneOverride', { timezoneId: zone });
    const screen = new JournalScreen(page);
    this.tabs.set(id, { screen, devTools });
    await screen.open('/journal');
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.context.setOffline(isOffline);
  }

  /** Open pages notice it when someone comes back to them. */
  async setZone(zone: string): Promise<void> {
    for (const { devTools, screen } of this.tabs.values()) {
      await devTools.send('Emulation.setTimezoneOverride', { timezoneId: zone });
      await screen.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    }
  }

  /** Sets the clock back to a moment before the last midnight, and lets that pass. */
  async passMidnight(): Promise<void> {
    for (const { screen } of this.tabs.values()) {
      const time = await screen.page.evaluate(() => new Date().setHours(0, 0, 0, 0) - 5_000);
      await screen.page.clock.install({ time });
      await screen.page.clock.fastForward(10_000);
    }
  }

  /** Kills its browser and opens it again, without a tab. */
  async kill(): Promise<Device> {
    if (!this.profile) throw new Error('This device has no browser of its own');
    const { folder, kill } = this.profile;
    // Chromium writes them to the disk only every half minute.
    const cookies = await this.context.cookies();
    const closed = new Promise((resolve) => this.context.once('close', resolve));
    kill();
    await closed;
    const again = await Device.open(this.url, folder);
    await again.context.addCookies(cookies);
    return again;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

function countRenders(): void {
  const counting = window as unknown as Counting;
  counting.renders = 0;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function count(this: MessagePort, ...parts: unknown[]) {
    counting.renders += 1;
    Reflect.apply(postMessage, this, parts);
  };
}
