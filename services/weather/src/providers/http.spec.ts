import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getJson, numberAt, textAt } from './http.js';

const HALF = '{"current": ';

/** What a network does in the middle of an answer, below what the fakes of the providers can say. */
describe('an answer that breaks off', () => {
  let server: Server;
  let url: string;
  let serve: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(HALF, () => serve(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const get = (timeoutMs = 5_000) => getJson(url, '/', {}, AbortSignal.timeout(timeoutMs));

  it('by a cut is no answer', async () => {
    serve = (response) => response.socket?.destroy();
    await expect(get()).rejects.toMatchObject({ name: 'LookUpError', failure: 'provider_unavailable' });
  });

  it('by silence ends at the deadline', async () => {
    serve = () => undefined;
    const start = Date.now();
    await expect(get(100)).rejects.toMatchObject({
      failure: 'provider_unavailable',
      message: 'no answer in time',
    });
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it('and never ends is dropped when it is larger than any real one', async () => {
    serve = (response) => {
      const more = () => response.writable && response.write('x'.repeat(64 * 1024), more);
      more();
    };
    const start = Date.now();
    await expect(get(30_000)).rejects.toMatchObject({ failure: 'provider_unavailable' });
    expect(Date.now() - start).toBeLessThan(20_000);
  });
});

describe('a value in an answer', () => {
  const answer = { current: { condition: { text: ' Sunny ' }, code: 0, odd: Number.NaN }, list: [null] };

  it('is found by its path', () => {
    expect(textAt(answer, 'current', 'condition', 'text')).toBe('Sunny');
    expect(numberAt(answer, 'current', 'code')).toBe(0);
  });

  it.each([
    ['of another type', ['current', 'condition']],
    ['that is no real number', ['current', 'odd']],
    ['behind nothing', ['current', 'missing', 'text']],
    ['behind null', ['list', '0', 'text']],
    ['behind text', ['current', 'condition', 'text', 'length', 'x']],
  ])('%s is not there', (_what, path) => {
    expect(textAt(answer, ...path)).toBeUndefined();
    expect(numberAt(answer, ...path)).toBeUndefined();
  });

  it.each([undefined, null, 'text', 7])('in %p is not there', (data) => {
    expect(textAt(data, 'current')).toBeUndefined();
    expect(numberAt(data, 'current')).toBeUndefined();
  });
});
