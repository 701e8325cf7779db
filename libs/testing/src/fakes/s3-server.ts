import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** What goes wrong with each request: an error status, an answer that takes a while, or a connection that is cut. */
export type S3Fault = { status: number } | { delayMs: number } | 'cut';

/** An S3-compatible server that nobody here wrote, with the key and the secret that it has for tests. */
export interface S3Server {
  /** Of its bucket, with key and secret. */
  url: string;
  /** Where it keeps objects. */
  folder: string;
  fault?: S3Fault;
  close: () => Promise<void>;
}

/** @param at where it listens: on a free port of this machine, unless another is named */
export async function startS3Server(at = { host: '127.0.0.1', port: 0 }): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-s3-'));
  const configureBuckets = [{ name: 'photos', configs: [] }];
  const s3 = new S3rver({ silent: true, directory: folder, configureBuckets });
  await s3.configureBuckets();
  const handle = s3.callback();
  const server = createServer((request, response) => {
    const { fault } = started;
    if (fault === 'cut') request.socket.destroy();
    else if (fault && 'status' in fault)
      request.resume().on('end', () => response.writeHead(fault.status).end('<Error><Code>X</Code></Error>'));
    else setTimeout(() => handle(request, response), fault?.delayMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(at.port, at.host, resolve));
  const { port } = server.address() as AddressInfo;
  const started: S3Server = {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/photos`,
    folder,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}
