import { webcrypto } from 'node:crypto';
import { fakeCaches, fakeLocks } from '../../../test/fake-caches';
import { deviceIdOf, keepReminded, readReminded } from './reminded';
import { renewSubscription } from './subscription';

const ANA = 'ana';
const KEY = 'BKey';
const OLD = 'https://push.example.org/old';
const NEW = 'https://push.example.org/new';

/** A browser with one subscription or none. */
function browserWith(endpoint: string | undefined, madeFor = KEY) {
  let current: object | null = null;
  const subscription = (address: string, key: string) => ({
    endpoint: address,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ endpoint: address, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => void (current = null),
  });
  current = endpoint === undefined ? null : subscription(endpoint, madeFor);
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
      (current = subscription(NEW, applicationServerKey)),
  };
  return { pushManager: pushManager as unknown as PushManager, isSubscribed: () => current !== null };
}

/** A server that knows these devices, and what it was asked to change. */
function serverWith(devices: string[]) {
  const changes: string[] = [];
  const client = {
    GET: async () => ({ data: { vapidPublicKey: KEY, devices: devices.map((id) => ({ id })) } }),
    DELETE: async (_path: string, { params }: { params: { path: { id: string } } }) => {
      changes.push(`remove ${params.path.id}`);
      return {};
    },
    POST: async (_path: string, { body }: { body: { endpoint: string } }) => {
      changes.push(`add ${body.endpoint}`);
      return { data: { id: await deviceIdOf(ANA, body.endpoint) } };
    },
  };
  return { client: client as unknown as Parameters<typeof renewSubscription>[0], changes };
}

describe('the push subscription of a browser', () => {
  let old: string;

  beforeAll(() => {
    Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
  });

  beforeEach(async () => {
    fakeCaches();
    fakeLocks();
    old = await deviceIdOf(ANA, OLD);
    await keepReminded({ userId: ANA, deviceId: old });
  });

  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'caches');
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('stays while the server knows it', async () => {
    const { client, changes } = serverWith([old]);
    await renewSubscription(client, browserWith(OLD).pushManager, ANA);
    expect(changes).toEqual([]);
  });

  it.each([
    ['was replaced by the browser', NEW, KEY],
    ['was dropped by the browser', undefined, KEY],
    ['was made for an earlier key of the server', OLD, 'BOld'],
  ])('that %s is registered in place of the old one', async (_what, endpoint, madeFor) => {
    const { client, changes } = serverWith([old]);
    await renewSubscription(client, browserWith(endpoint, madeFor).pushManager, ANA);
    expect(changes).toEqual([`remove ${old}`, `add ${NEW}`]);
    expect(await readReminded()).toEqual({ userId: ANA, deviceId: await deviceIdOf(ANA, NEW) });
  });

  it('that a push service had ended is registered again', async () => {
    const { client, changes } = serverWith([]);
    await renewSubscription(client, browserWith(undefined).pushManager, ANA);
    expect(changes).toContain(`add ${NEW}`);
  });

  it('that was removed on another device ends', async () => {
    const { client, changes } = serverWith([]);
    const browser = browserWith(OLD);
    await renewSubscription(client, browser.pushManager, ANA);
    expect(changes).toEqual([]);
    expect(browser.isSubscribed()).toBe(false);
    expect(await readReminded()).toBeUndefined();
  });

  it('of another user is left alone, as is one of a browser that reminds nobody', async () => {
    const { client, changes } = serverWith([]);
    await renewSubscription(client, browserWith(NEW).pushManager, 'ben');
    await caches.delete('inner-weather.reminded');
    await renewSubscription(client, browserWith(NEW).pushManager, ANA);
    expect(changes).toEqual([]);
  });

  it('is tried again when the server does not take it', async () => {
    const { client, changes } = serverWith([old]);
    Object.assign(client, { POST: async () => ({ error: {} }) });
    await renewSubscription(client, browserWith(NEW).pushManager, ANA);
    expect((await readReminded())?.deviceId).toBe(old);
    const again = serverWith([]);
    await renewSubscription(again.client, browserWith(NEW).pushManager, ANA);
    expect([...changes, ...again.changes]).toEqual([`remove ${old}`, `add ${NEW}`]);
  });
});
