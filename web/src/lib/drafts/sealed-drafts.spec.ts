import { jest } from '@jest/globals';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { ana } from '../../../test/builders';
import { records, vault } from '../../../test/fake-vault';
import { EMPTY } from '../entry/entry-values';
import { setSharedDevice } from '../vault/shared-device';
import {
  draftPlace,
  findDraft,
  hasUnsavedWords,
  keepDraft,
  keepEdition,
  listEditions,
  readDraft,
  tabId,
} from './drafts';
import { dropUnsaved, keepingStore, keepUnsaved, onKeepNow, readUnsaved, unsavedKept } from './unsaved';

const state = { isFull: false, sent: [] as string[], otherTabs: [] as string[] };
jest.unstable_mockModule('../vault/vault', () => ({
  openVault: async () => ({
    ...vault,
    keep: (name: string, value: unknown) =>
      state.isFull ? Promise.reject(new DOMException('', 'QuotaExceededError')) : vault.keep(name, value),
  }),
}));
const { openDrafts } = await import('./sealed-drafts');

const LEGACY = `inner-weather.draft.${ana.id}.`;

Object.defineProperty(navigator, 'locks', {
  value: {
    request: async (
      name: string,
      { signal }: LockOptions,
      hold: () => Promise<unknown>,
    ): Promise<unknown> => {
      if (!state.otherTabs.some((id) => name.endsWith(id))) return hold();
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    },
    query: async () => ({ held: state.otherTabs.map((id) => ({ name: `inner-weather.tab.${id}` })) }),
  },
});

beforeEach(async () => {
  records.clear();
  Object.assign(state, { isFull: false, otherTabs: [] });
  setSharedDevice(false);
  await openDrafts(ana.id);
});

/** What is in memory is gone, as after a kill. */
const startAgain = () => openDrafts(ana.id);

describe('unsaved words', () => {
  it('of a tab and of its copy, which the browser gives the same storage, are in two places', async () => {
    const original = tabId();
    keepDraft(ana.id, draftPlace(), { ...EMPTY, content: 'In the first tab', key: newUuid7() });
    await unsavedKept();
    state.otherTabs = [original];
    jest.resetModules();
    const copy = await import('./sealed-drafts');
    const drafts = await import('./drafts');
    await copy.openDrafts(ana.id);
    expect(drafts.draftPlace()).not.toContain(original);
    expect(drafts.findDraft(ana.id)).toBeUndefined();
  });

  it('are sealed before the page calls them kept, and nowhere else', async () => {
    keepUnsaved(ana.id, 'entry-1', 'early');
    expect(keepingStore.get()).toBe('keeping');
    keepUnsaved(ana.id, 'entry-1', 'late');
    keepUnsaved(ana.id, 'entry-10', 'another');
    await unsavedKept();
    expect(keepingStore.get()).toBe('kept');
    dropUnsaved(ana.id, 'entry-1');
    await unsavedKept();
    expect(localStorage).toHaveLength(0);
    await startAgain();
    expect(readUnsaved(ana.id, 'entry-1')).toBeUndefined();
    expect(readUnsaved(ana.id, 'entry-10')).toBe('another');
  });

  it('are not called kept while the storage is full, and are kept once it has room', async () => {
    state.isFull = true;
    keepUnsaved(ana.id, 'entry-1', 'words');
    await unsavedKept();
    expect(keepingStore.get()).toBe('failed');
    expect(readUnsaved(ana.id, 'entry-1')).toBe('words');
    state.isFull = false;
    keepUnsaved(ana.id, 'entry-2', 'more');
    await unsavedKept();
    await startAgain();
    expect([readUnsaved(ana.id, 'entry-1'), readUnsaved(ana.id, 'entry-2')]).toEqual(['words', 'more']);
  });

  it('that the disk had no room for survive a login on the same page, for the person who wrote them only', async () => {
    state.isFull = true;
    keepUnsaved(ana.id, 'new.tab', 'words');
    await unsavedKept();
    await openDrafts('user-2');
    expect(readUnsaved('user-2', 'new.tab')).toBeUndefined();
    await openDrafts(ana.id);
    keepUnsaved(ana.id, 'new.tab', 'more words');
    await unsavedKept();
    await openDrafts(ana.id);
    expect(readUnsaved(ana.id, 'new.tab')).toBe('more words');
  });

  it('that are typed while the page goes are there on the next page of the tab', async () => {
    const stop = onKeepNow(() => keepUnsaved(ana.id, 'entry-1', 'last words'));
    state.isFull = true;
    window.dispatchEvent(new Event('pagehide'));
    stop();
    await unsavedKept();
    state.isFull = false;
    await startAgain();
    expect(readUnsaved(ana.id, 'entry-1')).toBe('last words');
    expect(sessionStorage.getItem('inner-weather.last-words')).toBeNull();
  });

  it('of version 1.0.0 are taken over, and two drafts of a new entry both stay', async () => {
    keepUnsaved(ana.id, 'new.tab', 'sealed');
    await unsavedKept();
    localStorage.setItem(`${LEGACY}new.tab`, 'in the storage');
    localStorage.setItem(`${LEGACY}entry-1`, 'an edition');
    await startAgain();
    expect(readUnsaved(ana.id, 'new.tab')).toBe('in the storage');
    expect(readUnsaved(ana.id, 'new.tab-aside')).toBe('sealed');
    expect(readUnsaved(ana.id, 'entry-1')).toBe('an edition');
    expect(localStorage).toHaveLength(0);
  });

  it('that were sent are no draft any more, also if the page had no time to drop it', async () => {
    const draft = { ...EMPTY, content: 'Sent.', key: newUuid7() };
    keepDraft(ana.id, 'new.tab', draft);
    await unsavedKept();
    records.set(`sent.${draft.key}`, JSON.stringify({ id: draft.key }));
    await startAgain();
    expect(readDraft(ana.id, 'new.tab')).toBeUndefined();
  });

  it('of a tab that is open are left to it', async () => {
    keepDraft(ana.id, 'new.other', { ...EMPTY, content: 'Mine.', key: newUuid7() });
    expect(findDraft(ana.id)).toBe('new.other');
    state.otherTabs = ['other'];
    await startAgain();
    expect(findDraft(ana.id)).toBeUndefined();
  });

  it('of a tab that was opened later are left to it', async () => {
    const channel = Object.assign(new EventTarget(), {
      postMessage: () => undefined,
      close: () => undefined,
    });
    Object.assign(globalThis, { BroadcastChannel: jest.fn(() => channel) });
    await startAgain();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    keepDraft(ana.id, 'new.gone', { ...EMPTY, content: 'Left.', key: newUuid7() });
    const later = { ...EMPTY, content: 'Being written.', key: newUuid7() };
    channel.dispatchEvent(new MessageEvent('message', { data: ['new.later', JSON.stringify(later)] }));
    expect(readDraft(ana.id, 'new.later')).toEqual(later);
    expect(findDraft(ana.id)).toBe('new.gone');
  });

  it('of a new entry are found beside an edit of one that waits, and both are told before a logout, but not a mood alone', async () => {
    const [tab, waits] = [newUuid7(), newUuid7()];
    keepDraft(ana.id, `new.${tab}`, { ...EMPTY, content: 'Mine.', key: newUuid7() });
    keepEdition(ana.id, `new.${waits}`, { ...EMPTY, content: 'Changed.', day: '2026-11-24', updatedAt: '' });
    expect(findDraft(ana.id)).toBe(`new.${tab}`);
    expect(listEditions(ana.id)).toMatchObject([{ content: 'Changed.' }]);
    dropUnsaved(ana.id, `new.${tab}`);
    expect(hasUnsavedWords(ana.id)).toBe(true);
    dropUnsaved(ana.id, `new.${waits}`);
    keepDraft(ana.id, `new.${tab}`, { ...EMPTY, inputMood: 'Sad', key: newUuid7() });
    expect(hasUnsavedWords(ana.id)).toBe(false);
  });

  it('are not sealed on a shared device, and end with the tab', async () => {
    setSharedDevice(true);
    await startAgain();
    keepUnsaved(ana.id, draftPlace(), 'words');
    expect(records.size).toBe(0);
    expect(localStorage.getItem(LEGACY + draftPlace())).toBeNull();
    expect(sessionStorage.getItem(LEGACY + draftPlace())).toBe('words');
    // While that is full, they last as long as the page.
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    keepUnsaved(ana.id, 'entry-1', 'more words');
    setItem.mockRestore();
    expect(readUnsaved(ana.id, 'entry-1')).toBe('more words');
    dropUnsaved(ana.id, 'entry-1');
  });
});
