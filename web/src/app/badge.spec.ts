import { jest } from '@jest/globals';
import { showBadge } from '../lib/outbox/badge';
import type { Waiting } from '../lib/outbox/changes';
import { waitingStore } from '../lib/outbox/waiting';
import { followBadge } from './badge';

let badge: number | undefined;

const isSupported = (set: (count: number) => Promise<void>) =>
  Object.assign(navigator, {
    setAppBadge: jest.fn(set),
    clearAppBadge: jest.fn(async () => void (badge = undefined)),
  });

afterEach(() => {
  badge = undefined;
  waitingStore.set([]);
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

describe('the badge of the app', () => {
  it('is the number of changes that wait, and goes with the last one', () => {
    isSupported(async (count) => void (badge = count));
    followBadge();
    waitingStore.set([{ id: 'a' }, { id: 'b' }] as Waiting[]);
    expect(badge).toBe(2);
    waitingStore.set([]);
    expect(badge).toBeUndefined();
  });

  it('is nothing where there is none, or where it is not allowed', async () => {
    showBadge(1);
    isSupported(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    showBadge(1);
    await new Promise((resolve) => setTimeout(resolve));
    showBadge(0);
    expect((navigator as { clearAppBadge?: unknown }).clearAppBadge).toHaveBeenCalledTimes(1);
  });

  it('is not waited for, as some browsers never answer', () => {
    isSupported(() => new Promise<void>(() => undefined));
    expect(showBadge(1)).toBeUndefined();
  });
});
