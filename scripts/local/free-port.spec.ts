import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../deploy/local/process.mjs';

const MODULE = resolve(import.meta.dirname, '../../deploy/local/process.mjs');

/** Ports that another process has found but does not use yet. */
async function foundByAnother(count: number): Promise<number[]> {
  const script = `
    import { freePort } from ${JSON.stringify(MODULE)};
    const ports = [];
    for (let n = 0; n < ${count}; n++) ports.push(await freePort());
    console.log(JSON.stringify(ports));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout) as number[];
}

describe('a free port', () => {
  it('is found once, also by processes that look for many at the same time', async () => {
    // Other programs may use some of the hundred that each process looks through.
    const found = await Promise.all([foundByAnother(60), foundByAnother(60), foundByAnother(60)]);
    expect(new Set(found.flat()).size).toBe(180);
  });

  it('is found once by those who ask at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(found).size).toBe(20);
  });

  it('is not a port that a server listens on', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as { port: number };
      for (let n = 0; n < 100; n += 1) expect(await freePort()).not.toBe(port);
    } finally {
      server.close();
    }
  });
});
