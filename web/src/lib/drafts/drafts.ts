import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { EMPTY, type EntryValues, readValues } from '../entry/entry-values';
import { ofTab, readStorage, writeStorage } from '../remembered';
import { dropUnsaved, keepUnsaved, listUnsaved, readUnsaved } from './unsaved';

/** An unsaved new entry. An empty city means the user's home city. `key` is the Idempotency-Key of every attempt to send it. */
export interface Draft extends EntryValues {
  key: string;
}

/**
 * A new entry is stored as `new.<tab>`, or as `new.<tab>.<day>` if it is for a past day. An unfinished edit of an entry that
 * waits to be sent begins like that, too, since its id does; it has no `key`.
 */
const NEW_ENTRY = 'new.';
/** What is chosen for a page for print, and the note on it, is stored as `paper.<kind>`. */
export const PAPER = 'paper.';
/** The open form of a question or a template is stored as `beginning.<list>`, once something was changed in it. */
export const BEGINNING = 'beginning.';
const TAB = 'inner-weather.tab';

/** The id of this tab, which survives a reload. Later tabs have greater ids. */
export function tabId(): string {
  return readStorage(TAB, ofTab) ?? unstoredTab ?? newTabId();
}
let unstoredTab: string | undefined;

/** Gives this tab another id, since it is a copy of the one that has this. */
export function newTabId(): string {
  const id = newUuid7();
  if (!writeStorage(TAB, id, ofTab)) unstoredTab = id;
  return id;
}

/** The storage place of a draft of this tab. @param day YYYY-MM-DD; undefined if the entry is not for a past day */
export const draftPlace = (day?: string): string => `${NEW_ENTRY}${tabId()}${day ? `.${day}` : ''}`;

let openTabs = new Set<string>();

/** From now on, drafts of these tabs are left to them, and to no others. */
export function leaveDraftsOf(tabIds: ReadonlySet<string>): void {
  openTabs = new Set(tabIds);
}

/** Another tab, which may have been opened later, is writing at this place. From now on, it is left to that tab. */
export function leaveDraftAt(place: string): void {
  const [, tab = ''] = place.split('.');
  if (place.startsWith(NEW_ENTRY)) openTabs.add(tab);
}

/**
 * The place of the draft to continue: this tab's, or else the latest draft of a tab that is gone. Undefined if there is none.
 */
export function findDraft(userId: string, day?: string): string | undefined {
  const own = draftPlace(day);
  if (readUnsaved(userId, own) !== undefined) return own;
  return listUnsaved(userId)
    .filter((of) => {
      const [, tab = '', ofDay] = of.split('.');
      const isOther = of.startsWith(NEW_ENTRY) && ofDay === day && !openTabs.has(tab);
      return isOther && readDraft(userId, of) !== undefined;
    })
    .sort()
    .at(-1);
}

/** The draft at a place, or undefined, also if storage is forbidden or damaged. */
export function readDraft(userId: string, place: string): Draft | undefined {
  const stored = parse(readUnsaved(userId, place));
  const { key } = stored;
  const values = readValues(stored);
  if (values.content === undefined || typeof key !== 'string') return undefined;
  return { ...EMPTY, ...values, key };
}

/** False if the browser could not store it. */
export function keepDraft(userId: string, place: string, draft: Draft): boolean {
  return keepUnsaved(userId, place, JSON.stringify(draft));
}

export function dropDraft(userId: string, place: string): void {
  dropUnsaved(userId, place);
}

/** An unfinished edit of an entry. Fields that cannot be read are missing. */
export interface Edition extends Partial<EntryValues> {
  /** The day of the entry, so that it can be found again. */
  day: string;
  /** `updatedAt` of the version that was edited. */
  updatedAt: string;
}

export function readEdition(userId: string, entryId: string): Edition | undefined {
  const stored = parse(readUnsaved(userId, entryId));
  const { day, updatedAt } = stored;
  const values = readValues(stored);
  if (values.content === undefined || typeof day !== 'string') return undefined;
  // The version of a damaged edit is unknown. '' makes the server treat the entry as changed since.
  return { ...values, day, updatedAt: typeof updatedAt === 'string' ? updatedAt : '' };
}

/** False if the browser could not store it. */
export function keepEdition(userId: string, entryId: string, edition: Edition): boolean {
  return keepUnsaved(userId, entryId, JSON.stringify(edition));
}

export function dropEdition(userId: string, entryId: string): void {
  dropUnsaved(userId, entryId);
}

/** An entry that is being edited while it is sent gets another id. */
export function moveEdition(userId: string, from: string, to: { _id: string; updatedAt: string }): void {
  const edition = readEdition(userId, from);
  if (!edition) return;
  keepEdition(userId, to._id, { ...edition, updatedAt: to.updatedAt });
  dropEdition(userId, from);
}

/** An entry that is chosen for a page for print gets another id once it is sent. */
export function moveChosen(userId: string, from: string, to: string): void {
  for (const of of listUnsaved(userId).filter((one) => one.startsWith(PAPER))) {
    const choices = readUnsaved(userId, of) ?? '';
    const moved = choices.replaceAll(JSON.stringify(from), JSON.stringify(to));
    if (moved !== choices) keepUnsaved(userId, of, moved);
  }
}

/** All unfinished edits, each with the id of its entry. */
export function listEditions(userId: string): (Edition & { entryId: string })[] {
  return listUnsaved(userId).flatMap((entryId) => {
    const edition = readDraft(userId, entryId) ? undefined : readEdition(userId, entryId);
    return edition ? [{ ...edition, entryId }] : [];
  });
}

/** Whether leaving would lose any words, photos or measured values. A mood alone does not count. */
export function hasUnsavedWords(userId: string): boolean {
  const isWritten = (of: string) => {
    if (of.startsWith(BEGINNING)) return true;
    if (of.startsWith(PAPER)) return hasText(parse(readUnsaved(userId, of)).note);
    const draft = readDraft(userId, of);
    if (!draft) return readEdition(userId, of) !== undefined;
    return hasText(draft.content) || draft.photos.length > 0 || Object.keys(draft.measures).length > 0;
  };
  return listUnsaved(userId).some(isWritten);
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
