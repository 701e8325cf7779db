import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { sendRaw as sendRawTo } from '../support/requests/raw.js';

const { url } = readE2eConfig();
const api = new Api(url);
const { host } = new URL(url);

/** A gateway that closes the connection in the middle of a request has refused it, too. */
const sendRaw = (bytes: string): Promise<string> => sendRawTo(url, bytes, { mayBeReset: true });

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const ada = await api.signUp();
/** Asks whose token this is, and closes the connection. */
const inner = [
  'GET /api/user/me HTTP/1.1',
  `Host: ${host}`,
  `x-auth-token: ${ada.token}`,
  'Connection: close',
  '',
  '',
].join('\r\n');

// ASVS 4.2.1
describe('one request within another', () => {
  /** The inner request after the head of a login whose length is given in an unusual way. */
  const smuggled = (...lines: string[]): string =>
    ['POST /api/login HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json', ...lines, '', ''].join(
      '\r\n',
    );

  it('is answered when it is sent alone', async () => {
    const answer = await sendRaw(inner);
    expect(statusesOf(answer)).toEqual([200]);
    expect(answer).toContain(ada.user.id);
  });

  it.each([
    ['two lengths', ['Content-Length: 0', 'Content-Length: 200']],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['an encoding that only looks like chunks', ['Transfer-Encoding: xchunked', 'Content-Length: 4']],
    ['a blank before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 4']],
    ['a sign before the length', ['Content-Length: +4']],
  ])('is not answered behind %s', async (_what, lines) => {
    for (const body of [`0\r\n\r\n${inner}`, inner]) {
      const answer = await sendRaw(`${smuggled(...lines)}${body}`);
      expect(statusesOf(answer).filter((status) => status === 200)).toEqual([]);
      expect(answer).not.toContain(ada.user.id);
    }
  });

  it.each([
    ['a size that is none', 'xyz\r\nabc\r\n0\r\n\r\n'],
    ['a line that ends in a line feed alone', '2\n{}\n0\n\n'],
  ])('is not answered behind chunks with %s', async (_what, body) => {
    const answer = await sendRaw(`${smuggled('Transfer-Encoding: chunked')}${body}${inner}`);
    expect(statusesOf(answer)).toEqual([expect.any(Number)]);
    expect(statusesOf(answer)[0]).toBeGreaterThanOrEqual(400);
    expect(answer).not.toContain(ada.user.id);
  });

  it('cannot hide in a header', async () => {
    const head = ['GET /health/live HTTP/1.1', `Host: ${host}`, `x-request-id: a\n\n${inner}`, '', ''];
    expect(await sendRaw(head.join('\r\n'))).not.toContain(ada.user.id);
  });

  it('that follows another is answered after it, once, and with its own answer', async () => {
    const first = ['GET /api/registration HTTP/1.1', `Host: ${host}`, '', ''].join('\r\n');
    const answer = await sendRaw(`${first}${first}${inner}`);
    expect(statusesOf(answer)).toEqual([200, 200, 200]);
    expect(answer.split(ada.user.id)).toHaveLength(2);
    expect(answer.indexOf(ada.user.id)).toBeGreaterThan(answer.lastIndexOf('"mode"'));
  });

  it('cannot switch to another protocol', async () => {
    const upgrade = [
      'GET /api/registration HTTP/1.1',
      `Host: ${host}`,
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
      '',
      '',
    ].join('\r\n');
    expect(await sendRaw(upgrade)).not.toMatch(/^HTTP\/1\.1 101 /);
    expect(await sendRaw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toMatch(/^HTTP\/1\.1 [45]\d\d /);
  });
});
