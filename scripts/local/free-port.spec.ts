import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { freePort } from '../../deploy/local/process.mjs';

const MODULE = resolve(import.meta.dirname, '../../deploy/local/process.mjs');

/** Processes that find ports, say which, and end with their input. Each file of tests has a module of its own, in one process. */
function others(processes: number, portsOfEach: number) {
  const script = `
    const found = [];
    for (const copy of ['?a', '?b']) {
      const { freePort } = await import(${JSON.stringify(MODULE)} + copy);
      for (let n = 0; n < ${portsOfEach}; n++) found.push(await freePort());
    }
    console.log(JSON.stringify(found));
    process.stdin.resume();`;
  return Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
}

describe('a free port', () => {
  it('is found once, also by processes that look for many at the same time', async () => {
    // Other programs may use some of the hundred that each looks through.
    const children = others(3, 60);
    const found = await Promise.all(
      children.map(async ({ stdout }) => JSON.parse(String(await once(stdout, 'data'))) as number[]),
    );
    for (const { stdin } of children) stdin.end();
    expect(new Set(found.flat()).size).toBe(360);
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
