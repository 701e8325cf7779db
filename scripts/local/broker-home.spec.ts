import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerHome } from '../../deploy/local/broker/broker-home.mjs';

/** The broker's user. (Changing the owner of a folder to another user requires root; to oneself it does not.) */
const USER = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

describe("the broker's home", () => {
  let place: string;
  let systemFolder: string;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'inner-weather-broker-home-'));
    chmodSync(place, 0o755);
    systemFolder = join(place, 'var', 'lib', 'inner-weather');
  });

  afterEach(() => rmSync(place, { recursive: true }));

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  /** As root's home is. */
  function closedDataDir(): string {
    mkdirSync(join(place, 'root'), { mode: 0o700 });
    return join(place, 'root', 'data');
  }

  it('is in the data folder where its user gets in', () => {
    const dataDir = join(place, 'data');
    expect(brokerHome(dataDir, USER, systemFolder)).toBe(join(dataDir, 'rabbitmq'));
    expect(brokerHome(closedDataDir(), undefined, systemFolder)).toBe(join(place, 'root/data/rabbitmq'));
  });

  it.each([0o022, 0o077])('is where its user gets in, whatever the umask is (%p)', (umask) => {
    const before = process.umask(umask);
    const home = brokerHome(closedDataDir(), USER, systemFolder);
    process.umask(before);
    expect(home).toMatch(`${systemFolder}/`);
    expect(statSync(systemFolder).mode & 0o011).toBe(0o011);
    expect([home, join(home, 'mnesia'), join(home, 'log')].map(modeOf)).toEqual(['700', '700', '700']);
  });
});
