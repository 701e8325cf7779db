import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { HealthRegistry, startAdminServer } from './health.js';

describe('the admin server', () => {
  let server: Server;
  let health: HealthRegistry | undefined;

  beforeAll(async () => {
    server = await startAdminServer(() => health, 0, '127.0.0.1');
  });

  afterAll(() => server.close());

  const get = async (path: string): Promise<[number, unknown]> => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return [answer.status, await answer.json()];
  };

  it('is alive, but not ready, before any check is added', async () => {
    expect(await get('/health/live')).toEqual([200, { status: 'ok' }]);
    expect(await get('/health/ready')).toEqual([503, { status: 'starting' }]);
  });

  it('is ready while every check passes, and alive whatever the checks say', async () => {
    health = new HealthRegistry();
    let up = true;
    health.add('database', () => up);
    expect(await get('/health/ready')).toEqual([200, { status: 'ok', checks: { database: true } }]);
    up = false;
    expect(await get('/health/ready')).toEqual([503, { status: 'unavailable', checks: { database: false } }]);
    expect(await get('/health/live')).toEqual([200, { status: 'ok' }]);
  });

  it('is no longer ready once it has announced its stop', async () => {
    health = new HealthRegistry();
    health.markStopping();
    expect(await get('/health/ready')).toEqual([503, { status: 'unavailable', checks: { running: false } }]);
    expect((await get('/health/live'))[0]).toBe(200);
  });
});
