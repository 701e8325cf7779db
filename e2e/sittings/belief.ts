import type { Language } from '@inner-weather/languages/languages';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { ForeignKind } from '../support/network/foreign-answers.js';

/* What the person believes: what they wrote, what the page said about it, and what they see on which device. */

export interface Version {
  content: string;
  mood: string;
  /** From 1 to 5, if it was noted. */
  rest?: number | undefined;
  /** How many. */
  photos: number;
}

export interface BelievedEntry {
  /** Which of the people wrote it. */
  owner: number;
  /** In all its versions; '' for a check-in, which has no words. */
  mark: string;
  /** All that were ever written, the one that was called saved last at the end. */
  versions: Version[];
  /** `perhaps`: the page said that it was not saved, or the person left before it was sent. */
  fate: 'kept' | 'perhaps' | 'deleted';
  /** Changed in two places that did not know of each other: any version may stay, and the person was asked. */
  isContested: boolean;
  /** The tab that changed it last, and at which step. */
  changedBy: number;
  changedAt: number;
  /** The device from which the last change may not have been sent yet. */
  unsentOn?: number;
  /** The zone that the device was in, which decides on the day of the entry. */
  writtenIn: string;
}

export interface BelievedTab {
  id: number;
  device: number;
  /** The step at which it last loaded everything from the server. */
  loadedAt: number;
  /** The device has signed in or out since, elsewhere than in this tab. */
  isOutdated: boolean;
}

export interface BelievedDevice {
  id: number;
  /** Which of the people uses it. */
  person: number;
  /** `ended`: elsewhere, which the device may not know yet. */
  session: 'open' | 'ended' | 'none';
  isOffline: boolean;
  zone: string;
  /** Words that were called kept as a draft. */
  draft?: { tab: number; text: string; owner: number };
  /** An entry whose saving led to the login: its words wait to be sent, or are a draft. */
  unclear?: BelievedEntry;
}

export interface Foreign {
  kind: ForeignKind;
  paths: 'api' | 'all';
  /** The journal carries requests out, and only its answers are replaced. */
  isDelivered: boolean;
}

export interface BelievedPerson {
  language?: Language;
}

export class Belief {
  step = 0;
  /** The steps so far, as they are written. */
  readonly done: string[] = [];
  readonly people: BelievedPerson[] = [{}];
  readonly entries: BelievedEntry[] = [];
  readonly devices: BelievedDevice[] = [];
  readonly tabs: BelievedTab[] = [];
  /** The tab that the person looks at. */
  tabId = 0;
  /** What answers in place of the journal. */
  foreign: Foreign | undefined;
  private marks = 0;

  constructor() {
    this.addDevice(0);
  }

  get tab(): BelievedTab {
    return this.tabs[this.tabId]!;
  }

  get device(): BelievedDevice {
    return this.devices[this.tab.device]!;
  }

  get isSignedIn(): boolean {
    return this.device.session === 'open';
  }

  /** Whether requests of the device in front of the person reach the journal. */
  get isConnected(): boolean {
    return !this.device.isOffline && !this.foreign;
  }

  get own(): BelievedEntry[] {
    return this.entries.filter(({ owner }) => owner === this.device.person);
  }

  addDevice(person: number): BelievedDevice {
    const id = this.devices.length;
    const device: BelievedDevice = { id, person, session: 'open', isOffline: false, zone: ZONES[0] };
    this.devices.push(device);
    this.addTab(id);
    return device;
  }

  addTab(device: number): BelievedTab {
    const tab = { id: this.tabs.length, device, loadedAt: this.step, isOutdated: false };
    this.tabs.push(tab);
    this.tabId = tab.id;
    return tab;
  }

  /** Words in front of the person are called a saved draft. */
  keepDraft(text: string): void {
    this.device.draft = { tab: this.tabId, text, owner: this.device.person };
  }

  tabsOf(device: number): BelievedTab[] {
    return this.tabs.filter((tab) => tab.device === device);
  }

  newMark(): string {
    this.marks += 1;
    return `mark-${String(this.marks).padStart(3, '0')}`;
  }

  add(mark: string, version: Version, fate: BelievedEntry['fate'] = 'kept'): BelievedEntry {
    const entry = {
      owner: this.device.person,
      mark,
      versions: [version],
      fate,
      isContested: false,
      changedBy: this.tabId,
      changedAt: this.step,
      writtenIn: this.device.zone,
    };
    this.entries.push(entry);
    return entry;
  }

  /** The person changes an entry on the device in front of them. */
  change(entry: BelievedEntry): void {
    if (entry.unsentOn !== undefined && entry.unsentOn !== this.device.id) entry.isContested = true;
    entry.changedBy = this.tabId;
    entry.changedAt = this.step;
    entry.unsentOn = this.device.id;
  }

  /** Whether a tab has to show the entry as it is believed to be. */
  isCertainIn({ id, device, loadedAt }: BelievedTab, entry: BelievedEntry): boolean {
    if (entry.fate === 'perhaps' || entry.isContested) return false;
    if (entry.changedBy === id) return true;
    if (entry.unsentOn !== undefined && entry.unsentOn !== device) return false;
    return entry.changedAt < loadedAt;
  }

  /** Entries that can be changed in the tab in front of the person. */
  get changeable(): BelievedEntry[] {
    return this.own.filter(
      (entry) => entry.mark !== '' && entry.fate === 'kept' && this.isCertainIn(this.tab, entry),
    );
  }

  /** The entry that was deleted last, in front of the person. */
  get lastDeleted(): BelievedEntry | undefined {
    return this.own.findLast(({ fate, changedBy }) => fate === 'deleted' && changedBy === this.tabId);
  }

  /** The check-in of the tab in front of the person. */
  get lastTapped(): BelievedEntry | undefined {
    return this.own.findLast(
      ({ mark, fate, changedBy }) => mark === '' && fate === 'kept' && changedBy === this.tabId,
    );
  }

  /** The page in front of the person asks to log in, since the session was ended elsewhere. */
  signOut(): void {
    this.device.session = 'none';
  }

  /** The person has logged out: drafts are deleted, and the other tabs of the device find out. */
  leave(): void {
    const { device } = this;
    device.session = 'none';
    device.draft = undefined;
    for (const tab of this.tabsOf(device.id)) tab.isOutdated = tab !== this.tab;
  }

  /** What was not sent from the device when the person left is not sent any more. */
  loseUnsent(): void {
    for (const entry of this.own) {
      if (entry.unsentOn !== this.device.id) continue;
      entry.unsentOn = undefined;
      if (entry.versions.length === 1) entry.fate = 'perhaps';
      else entry.isContested = true;
    }
  }

  signIn(): void {
    const { device } = this;
    device.session = 'open';
    for (const tab of this.tabsOf(device.id)) tab.isOutdated = tab !== this.tab;
    this.tab.loadedAt = this.step;
  }

  /** The person learns that changes have arrived at the server. */
  noteArrived(person: number, onServer: readonly EntryDto[]): void {
    for (const entry of this.entries) {
      if (entry.owner !== person || entry.unsentOn === undefined || entry.isContested) continue;
      const found = onServer.filter((one) => isOf(entry, one));
      const isSent =
        entry.fate === 'deleted'
          ? found.length === 0
          : found.some((one) => isSame(latestOf(entry), versionOf(one)));
      if (!isSent) continue;
      entry.unsentOn = undefined;
      entry.changedAt = this.step;
    }
  }
}

export const ZONES = ['Europe/Lisbon', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'] as const;

export const latestOf = ({ versions }: BelievedEntry): Version => versions.at(-1)!;

/** Each person measures one thing. */
export const versionOf = ({ content, inputMood, measures = {}, photos = [] }: EntryDto): Version => ({
  content,
  mood: inputMood ?? '',
  rest: Object.values(measures)[0],
  photos: photos.length,
});

export const isSame = (one: Version, other: Version): boolean =>
  one.content === other.content &&
  one.mood === other.mood &&
  one.rest === other.rest &&
  one.photos === other.photos;

/** Whether an entry of the server is this one, in whichever version. */
export const isOf = ({ mark, versions }: BelievedEntry, { content, inputMood }: EntryDto): boolean =>
  mark === ''
    ? content === '' && versions.some(({ mood }) => mood === inputMood)
    : content.startsWith(`${mark}:`);
