import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { CHART } from './helm.mjs';

const OPEN = { mode: 'open', passwordLogin: true };

/**
 * What `helm test` runs, against a gateway that gives these answers.
 * @param {Record<string, [status: number, body?: object]>} answers by request
 */
async function smoke(answers) {
  /** @type {string[]} */
  const requests = [];
  const gateway = createServer((request, response) => {
    const asked = `${request.method} ${request.url?.replace(/^\/api|\?.*$/g, '')}`;
    requests.push(asked);
    const [status, body] = answers[asked] ?? [500];
    response.writeHead(status).end(body && JSON.stringify(body));
  });
  await new Promise((resolve) => gateway.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (gateway.address());
  const child = spawn(process.execPath, [join(CHART, 'files/smoke.mjs'), `http://127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  gateway.close();
  return { code, said, requests };
}

/** @returns {import('../check-chart.mjs').Checks} */
export const smokeChecks = () => ({
  'helm test leaves no account behind when it fails, since the first one administers': async () => {
    const { code, requests } = await smoke({
      'GET /registration': [200, OPEN],
      'POST /user/new': [201, { token: 'a token' }],
      'POST /login': [200, {}],
      'POST /journal/new': [503, {}],
      'DELETE /user/me': [204],
    });
    assert.deepEqual(requests.slice(-2), ['POST /journal/new', 'DELETE /user/me']);
    assert.notEqual(code, 0);
  },
  'helm test passes with PASSWORD_LOGIN=off, and says what it did not try': async () => {
    const { code, said, requests } = await smoke({
      'GET /registration': [200, { ...OPEN, passwordLogin: false }],
    });
    assert.match(said, /No more was tried, since PASSWORD_LOGIN is off/);
    assert.deepEqual([code, requests], [0, ['GET /registration']]);
  },
});
