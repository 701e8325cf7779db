import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getJson, numberAt, textAt } from './http.js';

const HALF = '{"current": ';

// ASVS 1.2.1, 1.2.2, 1.2.3
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
    await expect(get(100)).rejects.toMatchObject({
      failure: 'provider_unavailable',
      message: 'no answer in time',
    });
  });

  it('and is larger than any real one is dropped before its end', async () => {
    const [part, end] = [64 * 1024, 64 * 1024 * 1024];
    let sent = 0;
    serve = (response) => {
      const more = () => {
        sent += part;
        if (sent >= end) response.end('0}');
        else if (response.writable) response.write('x'.repeat(part), more);
      };
      more();
    };
    await expect(get(60_000)).rejects.toMatchObject({ failure: 'provider_unavailable' });
    // What is on the way fills the buffers of two sockets.
    expect(sent).toBeLessThan(end / 2);
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
