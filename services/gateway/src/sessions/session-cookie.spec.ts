import { randomUUID } from 'node:crypto';
import cookies from '@fastify/cookie';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { SessionCookie } from './session-cookie.js';

const aValue = () => `${randomUUID()}.${'s'.repeat(43)}`;

describe('the session cookie', () => {
  /** The cookies that a browser gets, by name, where `use` is done with a request. */
  async function ask(
    use: (cookie: SessionCookie, request: FastifyRequest, reply: FastifyReply) => unknown,
    headers: Record<string, string>,
    settings: Partial<GatewayConfig> = {},
  ) {
    const cookie = new SessionCookie(Object.assign(new GatewayConfig(), settings));
    const app = fastify({ trustProxy: true });
    await app.register(cookies);
    let result: unknown;
    app.get('/', (request, reply) => {
      result = use(cookie, request, reply);
      return '';
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { host: forwardedHost = '', ...others } = headers;
    const answer = await fetch(url, { headers: { 'x-forwarded-host': forwardedHost, ...others } });
    const set = answer.headers.getSetCookie();
    await app.close();
    return { result, set, names: set.map((one) => one.split('=')[0]) };
  }
  const set = (value: string) => (cookie: SessionCookie, request: FastifyRequest, reply: FastifyReply) =>
    cookie.set(request, reply, value);
  const clear = (cookie: SessionCookie, request: FastifyRequest, reply: FastifyReply) =>
    cookie.clear(request, reply);
  const read = (cookie: SessionCookie, request: FastifyRequest) => cookie.read(request);

  const https = { 'x-forwarded-proto': 'https' };

  it.each([
    ['the port', { host: 'localhost:8080' }, {}, 'inner-weather-8080'],
    ['another port', { host: 'localhost:8090' }, {}, 'inner-weather-8090'],
    ['no port', { host: 'journal.test' }, {}, 'inner-weather'],
    ['https', { host: 'journal.test', ...https }, {}, '__Host-inner-weather'],
    ['https on a port', { host: 'journal.test:8443', ...https }, {}, '__Host-inner-weather-8443'],
    [
      'a proxy that passes on no port',
      { host: 'journal.test' },
      { PUBLIC_URL: 'https://journal.test:8443' },
      '__Host-inner-weather-8443',
    ],
  ])(
    'has the documented name and one of its own, which has %s',
    async (_what, headers, settings, ownName) => {
      const answer = await ask(set(aValue()), headers, settings);
      expect(answer.names).toEqual(['token', ownName]);
      const isSecure = ownName.startsWith('__Host-');
      for (const one of answer.set)
        expect(one).toMatch(isSecure ? /; Path=\/; HttpOnly; Secure; / : /; Path=\/; HttpOnly; SameSite/);
    },
  );

  it('leaves the documented name to others, where the host is shared', async () => {
    const shared = { SHARED_HOST: true };
    expect((await ask(set(aValue()), { host: 'home.test:8080' }, shared)).names).toEqual([
      'inner-weather-8080',
    ]);
  });

  it('is tried before those of neighbours, which are left out where they are no session of anyone', async () => {
    const [own, other] = [aValue(), aValue()];
    const cookie = `token=true; token=${other}; token=a.b.c; x=1; inner-weather-8080=${own}; token=`;
    expect((await ask(read, { host: 'localhost:8080', cookie })).result).toEqual([own, other]);
    // Of the installation next door.
    expect((await ask(read, { host: 'localhost:8090', cookie })).result).toEqual([other]);
    const many = Array.from({ length: 30 }, () => `token=${aValue()}`).join(';');
    expect((await ask(read, { host: 'localhost:8080', cookie: many })).result).toHaveLength(4);
  });

  const keep =
    (session: { cookie: string; isRenewed?: true }) =>
    (cookie: SessionCookie, request: FastifyRequest, reply: FastifyReply) =>
      cookie.keep(request, reply, session);

  it('is set again where its session was renewed, and otherwise left alone', async () => {
    const value = aValue();
    const headers = { host: 'localhost:8080', cookie: `token=${value}; inner-weather-8080=${value}` };
    expect((await ask(keep({ cookie: value }), headers)).set).toEqual([]);
    const { set: renewed } = await ask(keep({ cookie: value, isRenewed: true }), headers);
    expect(renewed).toEqual([
      expect.stringContaining(`token=${value}; Max-Age=2592000; `),
      expect.stringContaining(`inner-weather-8080=${value}; Max-Age=2592000; `),
    ]);
  });

  const [ours, theirs] = [aValue(), aValue()];
  it.each([
    ['both of its names', `token=${ours}; inner-weather-8080=${ours}`, ['inner-weather-8080', 'token']],
    ['the documented name alone', `token=${ours}`, ['token']],
    [
      'not the cookie of another installation',
      `token=${theirs}; inner-weather-8080=${ours}`,
      ['inner-weather-8080'],
    ],
    ['not the cookie of another service', 'token=eyJhbGciOiJIUzI1NiJ9.e30.x', []],
  ])('is removed with %s', async (_what, cookie, names) => {
    expect((await ask(clear, { host: 'localhost:8080', cookie })).names).toEqual(names);
  });
});
