import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkServer } from '../../deploy/local/broker/rabbitmq-server.mjs';

describe("the folder that looks like RabbitMQ's own", () => {
  let place: string;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'inner-weather-server-'));
  });

  afterEach(() => {
    rmSync(place, { recursive: true });
  });

  /** The path of its rabbitmq-server. */
  function installed(plugins: string[]): string {
    for (const name of ['sbin', 'escript']) mkdirSync(join(place, 'real', name), { recursive: true });
    for (const name of plugins) mkdirSync(join(place, 'real/plugins', name), { recursive: true });
    writeFileSync(join(place, 'real/sbin/rabbitmq-server'), '');
    return join(place, 'real/sbin/rabbitmq-server');
  }

  it.each([0o022, 0o077])("has what the server needs, open to the broker's user (umask %p)", (umask) => {
    const folder = join(place, 'server');
    const before = process.umask(umask);
    const scripts = linkServer(
      installed(['rabbit-3.10.8', 'rabbitmq_management-3.10.8', 'rabbitmq_mqtt-3.10.8']),
      folder,
    );
    process.umask(before);
    expect(existsSync(join(scripts, 'rabbitmq-server'))).toBe(true);
    expect(existsSync(join(folder, 'plugins/rabbit-3.10.8'))).toBe(true);
    expect(existsSync(join(folder, 'plugins/rabbitmq_management-3.10.8'))).toBe(true);
    expect(existsSync(join(folder, 'plugins/rabbitmq_mqtt-3.10.8'))).toBe(false);
    expect([folder, join(folder, 'plugins')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o755, 0o755,
    ]);
  });

  it('is the real one where that looks different', () => {
    mkdirSync(join(place, 'sbin'));
    writeFileSync(join(place, 'sbin/rabbitmq-server'), '');
    expect(linkServer(join(place, 'sbin/rabbitmq-server'), join(place, 'server'))).toBe(join(place, 'sbin'));
  });
});
