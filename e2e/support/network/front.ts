import { existsSync, readFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** A page of whatever stands in front of the journal. */
export const FOREIGN_PAGE = '<!doctype html><title>Sign in</title><h1>The house asks you to sign in</h1>';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export type Front = Awaited<ReturnType<typeof startFront>>;

/** Something in front of a gateway: it passes requests on, and answers some with a page of its own. */
export async function startFront(gateway: string) {
  const foreign = new Map<string, { times: number; headers: Record<string, string> }>();
  const seen: string[] = [];
  let site: string | undefined;

  const sendFile = (folder: string, path: string, response: ServerResponse): void => {
    const file = join(folder, path);
    const isFile = extname(path) !== '' && existsSync(file);
    const sent = isFile ? file : join(folder, 'index.html');
    response.setHeader('content-type', TYPES[extname(sent)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'no-cache');
    response.end(readFileSync(sent));
  };

  const server = createServer((incoming, response) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    seen.push(path);
    const answer = foreign.get(path);
    if (answer && answer.times > 0) {
      answer.times -= 1;
      response.writeHead(200, { 'content-type': 'text/html', ...answer.headers }).end(FOREIGN_PAGE);
      return;
    }
    if (site !== undefined && !path.startsWith('/api/')) return sendFile(site, path, response);
    const { method, headers } = incoming;
    const passedOn = request(`${gateway}${incoming.url}`, { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    /** The same under another name, which is another site for a browser. */
    otherSite: `http://localhost:${port}`,
    /** The paths that were asked for. */
    seen,
    /** Answers a path with a page of its own, with status 200. */
    interfere(path: string, times: number, headers: Record<string, string> = {}): void {
      foreign.set(path, { times, headers });
    },
    /** From now on the files come from this folder, in place of the gateway's. */
    serve(folder: string | undefined): void {
      site = folder;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
