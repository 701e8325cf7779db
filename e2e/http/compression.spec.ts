import { once } from 'node:events';
import { type IncomingMessage, request, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readE2eConfig } from '../support/stacks/config.js';

const { url } = readE2eConfig();
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

/** The raw answer, because fetch would decompress it. */
async function get(path: string, headers: OutgoingHttpHeaders = {}) {
  const [answer] = (await once(request(`${url}${path}`, { headers }).end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

describe("the UI's files", () => {
  let files: string[];

  beforeAll(async () => {
    const page = (await get('/', { accept: HTML })).bytes.toString();
    const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
    files = ['/', '/journal', '/favicon.svg', ...assets.map(([, path = '']) => path)];
    expect(files.length).toBeGreaterThanOrEqual(5);
  });

  it.each(['br', 'gzip'] as const)(
    'come in %s for clients that accept it, with the same contents',
    async (encoding) => {
      for (const path of files) {
        const plain = await get(path, { accept: HTML });
        const packed = await get(path, { accept: HTML, 'accept-encoding': encoding });
        expect(packed.headers['content-encoding']).toBe(encoding);
        expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
        expect(packed.headers['cache-control']).toBe(plain.headers['cache-control']);
        // Small files get only a little shorter.
        const share = plain.bytes.length < 1_000 ? 1 : 0.7;
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length * share);
        expect(UNPACK[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
      }
    },
  );

  it('are sent in Brotli to a browser that accepts both', async () => {
    const { headers } = await get('/', { accept: HTML, 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(headers['content-encoding']).toBe('br');
  });

  it('send Vary, compressed or not, and an ETag for each encoding', async () => {
    for (const path of files) {
      const tags = new Set<string | undefined>();
      for (const encoding of ['br', 'gzip', 'identity']) {
        const asked = { accept: HTML, 'accept-encoding': encoding };
        const { headers } = await get(path, asked);
        expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
        tags.add(headers.etag);
        const secondResponse = await get(path, { ...asked, 'if-none-match': headers.etag });
        expect({ status: secondResponse.status, bytes: secondResponse.bytes.length }).toEqual({
          status: 304,
          bytes: 0,
        });
      }
      expect(tags.size).toBe(3);
    }
  });

  it('are not served by the names of the compressed files', async () => {
    for (const path of files.filter((file) => /\.\w+$/.test(file)))
      for (const ending of ['.br', '.gz']) expect((await get(`${path}${ending}`)).status).toBe(404);
  });

  it('are sent unchanged if their format is already compressed', async () => {
    for (const path of ['/icon-192.png', '/apple-touch-icon.png']) {
      const { status, headers } = await get(path, { 'accept-encoding': 'br, gzip' });
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});
