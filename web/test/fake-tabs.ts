import { jest } from '@jest/globals';
import { ana, tokenOf } from './builders';

/*
 * What the tabs of a browser share, which jsdom lacks: locks that are held, and channels. As in a browser, a tab does not
 * hear itself, and hears others later.
 */

const held = new Map<string, Promise<unknown>>();
const channels = new Set<FakeChannel>();

class FakeChannel extends EventTarget {
  constructor(readonly name: string) {
    super();
    channels.add(this);
  }
  postMessage(data: unknown) {
    for (const other of channels)
      if (other !== this && other.name === this.name)
        queueMicrotask(
          () => channels.has(other) && other.dispatchEvent(new MessageEvent('message', { data })),
        );
  }
  close() {
    channels.delete(this);
  }
}

type Run = (lock: object | null) => Promise<unknown>;

function request(name: string, ...rest: [Run] | [{ ifAvailable?: boolean }, Run]): Promise<unknown> {
  const [options, run] = rest.length === 2 ? rest : [{}, rest[0]];
  const before = held.get(name);
  if (before && options.ifAvailable) return Promise.resolve(run(null));
  const turn = (before ?? Promise.resolve()).then(() => run({ name }));
  const end = turn
    .catch(() => undefined)
    .then(() => {
      if (held.get(name) === end) held.delete(name);
    });
  held.set(name, end);
  return turn;
}

export function fakeTabs(): void {
  held.clear();
  channels.clear();
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: FakeChannel, configurable: true });
}

export function forgetTabs(): void {
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}

/** A tab in which somebody imports. It has modules of its own. */
export async function openImportTab(user = ana) {
  jest.resetModules();
  const { i18n } = await import('@lingui/core');
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const { openSession, endSession } = await import('../src/lib/api/session');
  const job = await import('../src/features/import/job');
  const { jobStore } = await import('../src/features/import/job-state');
  openSession(tokenOf(user));
  await job.resumeJob();
  return { ...job, state: () => jobStore.get(), step: () => jobStore.get().step, openSession, endSession };
}
