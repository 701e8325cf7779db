import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemindersConfig } from '../config.js';
import { PushClient } from './push-client.js';
import { isP256Point, readVapidKeys } from './vapid.js';

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

  const clientFor = (host: string, isPrivate: 'on' | 'off' = 'off') =>
    new PushClient(
      Object.assign(new RemindersConfig(), {
        VAPID_PRIVATE_KEY_FILE: keyFile,
        REMINDERS_PUSH_HOSTS: [host],
        REMINDERS_PUSH_PRIVATE: isPrivate,
      }),
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
  });

  it('connects to one if that is configured, and may try again when it fails', async () => {
    const host = `127.0.0.1:${port}`;
    const outcome = await clientFor(host, 'on').send(targetAt(host), MESSAGE);
    expect(outcome).toMatchObject({ outcome: 'later' });
    expect(connections).toBe(1);
  });

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
