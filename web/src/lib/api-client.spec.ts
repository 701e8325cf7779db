import { FakeServer, json } from '../../test/fake-server';
import { publicApi } from './api-client';

describe('a call to the server', () => {
  it('begins a trace of its own, so that the server can follow it', async () => {
    const server = new FakeServer().on('GET /api/session', () => json(200, { token: 'a' }));
    await publicApi.GET('/api/session');
    await publicApi.GET('/api/session');
    const [first, second] = server
      .requests('GET /api/session')
      .map(({ headers }) => headers.get('traceparent'));
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second).not.toBe(first);
  });
});
