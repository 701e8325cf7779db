import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { Browser } from 'playwright-core';
import { Api, type Person } from '../support/requests/api.js';
import type { ForeignProxy } from '../support/network/foreign-proxy.js';
import type { Belief } from './belief.js';
import { Device } from './device.js';
import { type JournalScreen, MEASURED } from './journal-screen.js';

const REST = {
  kind: 'scale-5',
  picture: 'moon',
  unit: '',
  daySum: 'last',
  askedOn: 'always',
  archived: false,
};

/** What sittings one after the other share: a browser, and a way to the journal that can be disturbed. */
export interface Lane {
  browser: Browser;
  front: ForeignProxy;
  /** Past the front. */
  api: Api;
  restartGateway: () => Promise<void>;
}

/** The devices of a sitting, with the pages that are open on them. */
export class Stage {
  readonly accounts: Person[] = [];
  private readonly devices: Device[] = [];
  private readonly folders: string[] = [];

  private constructor(
    readonly lane: Lane,
    private readonly isKilled: boolean,
  ) {}

  /**
   * One person has signed in on one device, and looks at the journal.
   * @param isKilled whether a browser will be killed, so that each device has one of its own, which takes longer
   */
  static async open(lane: Lane, belief: Belief, isKilled: boolean): Promise<Stage> {
    const stage = new Stage(lane, isKilled);
    await stage.invite();
    await stage.addDevice(belief);
    return stage;
  }

  /** Makes an account of somebody who measures one thing. */
  async invite(): Promise<void> {
    const firstName = ['Ada', 'Grace'][this.accounts.length];
    const account = await this.lane.api.signUp({ firstName, aiConsent: [] });
    const body = { ...REST, name: MEASURED };
    const answer = await account.request('PUT', `/api/measures/${randomUUID()}`, { body });
    if (answer.status !== 200) throw new Error(`no measure: ${answer.status}`);
    this.accounts.push(account);
  }

  /** The page in front of the person. */
  screen({ tabId, device }: Belief): JournalScreen {
    return this.devices[device.id]!.screen(tabId);
  }

  get screens(): JournalScreen[] {
    return this.devices.flatMap(({ screens }) => screens);
  }

  account({ device }: Belief): Person {
    return this.accounts[device.person]!;
  }

  private device({ device }: Belief): Device {
    return this.devices[device.id]!;
  }

  /** Opens the browser of a device that the belief has got, signed in. */
  async addDevice(belief: Belief): Promise<void> {
    const { browser, front } = this.lane;
    const device = await Device.open(front.url, this.isKilled ? this.newFolder() : browser);
    this.devices.push(device);
    await device.signIn(this.account(belief));
    await this.addTab(belief);
    await this.screen(belief).page.evaluate(() => navigator.serviceWorker.ready);
  }

  /** Opens a tab that the belief has got. */
  addTab(belief: Belief): Promise<void> {
    return this.device(belief).addTab(belief.tabId, belief.device.zone);
  }

  setOffline(belief: Belief): Promise<void> {
    return this.device(belief).setOffline(belief.device.isOffline);
  }

  setZone(belief: Belief): Promise<void> {
    return this.device(belief).setZone(belief.device.zone);
  }

  passMidnight(belief: Belief): Promise<void> {
    return this.device(belief).passMidnight();
  }

  /** Kills the browser of the device, and opens it again with the same tabs. */
  async kill(belief: Belief): Promise<void> {
    const { zone, isOffline, id } = belief.device;
    const device = await this.device(belief).kill();
    this.devices[id] = device;
    if (isOffline) await device.setOffline(true);
    for (const tab of belief.tabsOf(id)) await device.addTab(tab.id, zone);
  }

  /** What the server has of a person, read past the front. */
  async entriesOf(person: number): Promise<EntryDto[]> {
    const { api } = this.lane;
    let account = this.accounts[person]!;
    let answer = await account.find({});
    if (answer.status === 401) {
      account = this.accounts[person] = await api.logIn(account);
      answer = await account.find({});
    }
    if (answer.status !== 200) throw new Error(`no entries: ${answer.status}`);
    return answer.body;
  }

  async close(): Promise<void> {
    await Promise.all(this.devices.map((device) => device.close()));
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-sitting-'));
    this.folders.push(folder);
    return folder;
  }
}
