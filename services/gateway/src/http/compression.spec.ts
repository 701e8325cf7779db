import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { COMPRESSED, compressAnswers } from './compression.js';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
}

/** Fields of answers that grant access or identify a browser. */
const SECRETS = ['token', 'recoveryCodes', 'secret', 'uri', 'device'];

const LONG = JSON.stringify({ words: 'It rained again. '.repeat(400) });

describe('the answers of the API', () => {
  let fastify: FastifyInstance;

  beforeAll(async () => {
    fastify = Fastify();
    await compressAnswers(fastify);
    const answer = (body: string | Buffer) => (_request: FastifyRequest, reply: FastifyReply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(body);
    fastify.get('/api/journal/search', answer(Buffer.from(LONG)));
    fastify.get('/api/insights', answer(LONG));
    fastify.get('/api/help-lines', answer('{}'));
    fastify.get('/api/session', answer(LONG));
    fastify.post('/api/journal/search', answer(LONG));
    await fastify.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(() => fastify.close());

  /** As it comes over the line: fetch would unpack it. */
  async function ask(path: string, options: RequestOptions, payload?: Buffer) {
    const { port } = fastify.server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path, ...options }).end(payload);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
  }

  const get = (path: string, encodings?: string) =>
    ask(path, { headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

  it.each([
    ['/api/journal/search', 'br', brotliDecompressSync],
    ['/api/journal/search', 'gzip', gunzipSync],
    ['/api/insights', 'gzip, deflate, br', brotliDecompressSync],
  ])('of %s are compressed for who takes %s', async (url, encodings, unpack) => {
    const { headers, bytes } = await get(url, encodings);
    expect(headers['content-encoding']).toBe(encodings === 'gzip' ? 'gzip' : 'br');
    expect(headers.vary).toBe('accept-encoding');
    expect(bytes.length).toBeLessThan(LONG.length / 10);
    expect(unpack(bytes).toString()).toBe(LONG);
  });

  it.each([
    ['without Accept-Encoding', '/api/journal/search', undefined],
    ['in an encoding that we do not have', '/api/journal/search', 'zstd'],
    ['that are short', '/api/help-lines', 'br'],
    ['of a route that is not named', '/api/session', 'br'],
  ])('are not compressed: %s', async (_what, url, encodings) => {
    const { headers, bytes } = await get(url, encodings);
    expect(headers['content-encoding']).toBeUndefined();
    expect([LONG, '{}']).toContain(bytes.toString());
  });

  it('are for requests as they were sent: nothing that is compressed is unpacked', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { status } = await ask(
      '/api/journal/search',
      { method: 'POST', headers },
      gzipSync(JSON.stringify({ words: 'It rained again.' })),
    );
    expect(status).toBe(400);
  });
});

describe('the routes whose answers are compressed', () => {
  const document = JSON.parse(
    readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
  ) as Document;

  /** Names of all fields at any depth. */
  function fieldsOf(schema: Schema | undefined, seen = new Set<string>()): string[] {
    if (!schema) return [];
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      if (seen.has(name)) return [];
      return fieldsOf(document.components.schemas[name], seen.add(name));
    }
    const inner = [schema.items, ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    return [
      ...inner.flatMap((part) => fieldsOf(part, seen)),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [name, ...fieldsOf(part, seen)]),
    ];
  }

  const answers = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      fields: Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.values(content).flatMap(({ schema }) => fieldsOf(schema))),
    })),
  );
  const secret = answers.filter(({ fields }) => fields.some((field) => SECRETS.includes(field)));

  it('are routes that there are', () => {
    const knownRoutes = [...answers.map(({ route }) => route), 'GET /api/openapi.json'];
    expect([...COMPRESSED].filter((route) => !knownRoutes.includes(route))).toEqual([]);
  });

  it('are none that answers a secret', () => {
    const names = secret.map(({ route }) => route);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /api/login',
        'POST /api/user/new',
        'GET /api/session',
        'POST /api/invitations',
        'GET /api/user/me/sessions',
        'POST /api/user/me/second-factor',
        'POST /api/user/me/second-factor/confirmation',
        'POST /api/user/me/second-factor/recovery-codes',
      ]),
    );
    expect(names.filter((route) => COMPRESSED.has(route))).toEqual([]);
  });
});
