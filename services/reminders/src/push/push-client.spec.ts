import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dependencies } from '@inner-weather/platform/dependencies';
import { RemindersConfig } from '../config.js';
import { PushClient } from './push-client.js';
import { contactOf, isP256Point, readVapidKeys } from './vapid.js';

const MESSAGE = { payload: '{}', topic: 'test', ttlS: 60 };

describe('the client of push services', () => {
  let folder: string;
  let keyFile: string;
  let server: Server;
  let port: number;
  let connections = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-push-'));
    keyFile = join(folder, 'vapid-private.pem');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const dependencies = new Dependencies();
  const clientFor = (host: string, isPrivate: 'on' | 'off' = 'off', more: Partial<RemindersConfig> = {}) =>
    new PushClient(
      Object.assign(new RemindersConfig(), {
        VAPID_PRIVATE_KEY_FILE: keyFile,
        REMINDERS_PUSH_HOSTS: [host],
        REMINDERS_PUSH_PRIVATE: isPrivate,
        ...more,
      }),
      dependencies,
    );
  const targetAt = (host: string) => ({
    endpoint: `https://${host}/push`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  });

  it.each(['127.0.0.1', 'localhost'])('does not connect to a private address: %s', async (name) => {
    const host = `${name}:${port}`;
    const outcome = await clientFor(host).send(targetAt(host), MESSAGE);
    expect(outcome).toEqual({ outcome: 'refused', reason: 'private address' });
    expect(connections).toBe(0);
    const reason = `${name}: private address`;
    expect(dependencies.list()[0]?.lastFailure).toMatchObject({ code: 'push_private', reason });
  });

  it.each([
    ['push_refused', { status: 403, text: '{"reason":"BadJwtToken"}' }, '403 BadJwtToken'],
    [
      'push_refused',
      { status: 401, text: '{"code":401,"errno":109,"message":"Bad sender"}' },
      '401 Bad sender',
    ],
    ['push_refused', { status: 400, text: '{"error":{"message":"Not a topic"}}' }, '400 Not a topic'],
    ['push_refused', { status: 403, text: '<h1>Forbidden</h1>' }, '403 Forbidden'],
    ['push_refused', { status: 413, text: '' }, '413'],
    ['push_refused', { status: 307, text: '', headers: { location: 'https://elsewhere.example' } }, '307'],
    ['push_unreachable', { status: 503, text: 'Busy' }, '503 Busy'],
    [
      'push_refused',
      { status: 401, text: '', headers: { 'x-wns-error-description': 'Channel throttled' } },
      '401 Channel throttled',
    ],
  ])('says what the push service answered: %s %j', async (code, answer, reason) => {
    const client = clientFor('push.example.org');
    Object.assign(client, { post: async () => ({ headers: {}, ...answer }) });
    const sent = await client.send(targetAt('push.example.org'), MESSAGE);
    expect(sent).toMatchObject({ outcome: code === 'push_refused' ? 'refused' : 'later', reason });
    expect(dependencies.list()).toMatchObject([
      { name: 'push', state: 'failing', lastFailure: { code, reason: `push.example.org: ${reason}` } },
    ]);
    Object.assign(client, { post: async () => ({ status: 201, headers: {}, text: '' }) });
    await client.send(targetAt('push.example.org'), MESSAGE);
    expect(dependencies.list()).toMatchObject([{ state: 'working' }]);
  });

  it.each(['https://journal.example.org', 'https://journal.example.org:8443/'])(
    'names the public address as its contact: %s',
    (address) => {
      expect(contactOf(address)).toBe(address);
    },
  );

  it.each([
    undefined,
    '',
    'http://journal.example.org',
    'https://localhost:8443',
    'https://raspberrypi',
    'https://journal.lan',
    'https://journal.local',
    'https://JOURNAL.LOCAL.',
    'https://journal.home.arpa',
    'https://journal.internal',
    'https://journal.home',
    'https://journal.test',
    'https://192.168.1.5',
    'https://[fd00::5]',
  ])('names ours where the address is private, which Apple refuses: %s', (address) => {
    expect(contactOf(address)).toBe('https://github.com/inner-weather');
  });

  it('connects to one if that is configured, and may try again when it fails', async () => {
    const host = `127.0.0.1:${port}`;
    const outcome = await clientFor(host, 'on').send(targetAt(host), MESSAGE);
    expect(outcome).toMatchObject({ outcome: 'later' });
    expect(connections).toBe(1);
  });

  it.each([
    [{ status: 404 }, { outcome: 'ended' }],
    [{ status: 410 }, { outcome: 'ended' }],
    [
      { status: 429, headers: { 'retry-after': '3' } },
      { outcome: 'later', reason: '429', afterMs: 3_000 },
    ],
  ])('knows what becomes of a device by the answer %j', async (answer, outcome) => {
    const client = clientFor('push.example.org');
    Object.assign(client, { post: async () => ({ headers: {}, text: '', ...answer }) });
    expect(await client.send(targetAt('push.example.org'), MESSAGE)).toEqual(outcome);
  });

  it('waits for a push service that says nothing for a limited time', async () => {
    const held: Socket[] = [];
    const silent = createServer((socket) => held.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const client = clientFor(host, 'on', { REMINDERS_PUSH_TIMEOUT_MS: 100 });
    expect(await client.send(targetAt(host), MESSAGE)).toMatchObject({ outcome: 'later' });
    expect(held).toHaveLength(1);
    held[0]?.destroy();
    silent.close();
  }, 5_000);

  it('sends nothing to a push service that is no longer known', async () => {
    const outcome = await clientFor('push.example.org').send(targetAt('fcm.googleapis.com'), MESSAGE);
    expect(outcome).toEqual({ outcome: 'refused', reason: 'unknown push service' });
  });

  it('keeps a bounded number of tokens, whatever names below a known one users make up', async () => {
    const client = clientFor(`*.0.1:${port}`, 'on');
    const names = Array.from({ length: 120 }, (_, n) => `127.${n + 1}.0.1:${port}`);
    await Promise.all(names.map((name) => client.send(targetAt(name), MESSAGE)));
    const { tokens } = client as unknown as { tokens: Map<string, object> };
    expect(tokens.size).toBeGreaterThan(0);
    expect(tokens.size).toBeLessThanOrEqual(100);
  });

  it('tells browsers the public key, a point of the curve', () => {
    expect(isP256Point(clientFor('push.example.org').publicKey)).toBe(true);
    expect(isP256Point(Buffer.alloc(65, 4).toString('base64url'))).toBe(false);
    expect(isP256Point('')).toBe(false);
  });

  it('names the variable if its key cannot be used', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const file = join(folder, 'rsa.pem');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => readVapidKeys(file)).toThrow(/VAPID_PRIVATE_KEY_FILE cannot be used/);
    expect(() => readVapidKeys(join(folder, 'none'))).toThrow(/VAPID_PRIVATE_KEY_FILE .*\(ENOENT\)/);
  });
});
