import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the next ID token says in place of the truth. */
export interface Lie {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with a key that is not published; `none` leaves the signature out. */
  signature?: 'foreign' | 'none';
}

export type FakeOidc = Awaited<ReturnType<typeof startFakeOidc>>;

/** All providers of a test file have the same key: to make one takes longer than most tests. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider of OpenID Connect on loopback that a test can make lie. Answers each code that it is shown. */
export async function startFakeOidc({ sub = 'ana' }: { sub?: string } = {}) {
  /** The forms that were sent to the token endpoint. */
  const redeemed: Record<string, string>[] = [];
  const script: { lie: Lie; nonce?: string; status: number; userInfo: Record<string, unknown> } = {
    lie: {},
    status: 200,
    userInfo: {},
  };
  let issuer = '';

  const tokenOf = ({ claims = {}, header = {}, signature }: Lie): string => {
    const now = Math.floor(Date.now() / 1_000);
    const truth = { iss: issuer, aud: 'journal', sub, iat: now, exp: now + 300, nonce: script.nonce };
    const contents = `${encode({ alg: 'RS256', kid: 'one', ...header })}.${encode({ ...truth, ...claims })}`;
    if (signature === 'none') return `${contents}.`;
    return `${contents}.${signatureOf(contents, signature === 'foreign' ? foreign : privateKey)}`;
  };
  const answers: Record<string, (form: Record<string, string>) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end`,
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/jwks': () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/token': (form) => {
      redeemed.push(form);
      return { access_token: 'an access token', token_type: 'Bearer', id_token: tokenOf(script.lie) };
    },
    '/userinfo': () => ({ sub, ...script.userInfo }),
  };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
      response.writeHead(answer ? script.status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer?.(form) ?? {}));
    })();
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    script,
    redeemed,
    tokenOf,
    /** Stops answering, and answers again at the same address. */
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => listen(port),
  };
}

function signatureOf(contents: string, key: KeyObject): string {
  return sign('RSA-SHA256', Buffer.from(contents), key).toString('base64url');
}
