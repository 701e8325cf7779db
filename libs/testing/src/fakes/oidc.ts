import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the next ID token says in place of the truth. */
export interface Lie {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with a key that is not published; `none` leaves the signature out. */
  signature?: 'foreign' | 'none';
}

/** How ID tokens are signed: `HS256` as Authentik does without a signing key. */
export type Algorithm = 'RS256' | 'ES384' | 'EdDSA' | 'HS256';

export type FakeOidc = Awaited<ReturnType<typeof startFakeOidc>>;

/** All providers of a test file have the same keys: to make one takes longer than most tests. */
const pairs = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: generateKeyPairSync('ed25519'),
};
const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

const METADATA = '/.well-known/openid-configuration';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider of OpenID Connect on loopback that a test can make lie. Answers each code that it is shown. */
export async function startFakeOidc({ sub = 'ana', secret = '' }: { sub?: string; secret?: string } = {}) {
  /** The forms that were sent to the token endpoint. */
  const redeemed: Record<string, string>[] = [];
  /** The paths that were asked for. */
  const asked: string[] = [];
  const script: {
    lie: Lie;
    nonce?: string;
    status: number;
    /** For one path, such as `/userinfo`. */
    statusOf: Record<string, number>;
    userInfo: Record<string, unknown>;
    algorithm: Algorithm;
    /** The id of the key that signs and is published. */
    keyId: string;
    /** What every answer has in addition. */
    more: Record<string, unknown>;
    /** Answered in place of an ID token. */
    idToken?: string;
    /** Calls itself by the address that it was asked at, or that a proxy names, as Authentik and Keycloak do. */
    followsHost: boolean;
    /** Where the metadata are. */
    metadataPath: string;
  } = {
    lie: {},
    status: 200,
    statusOf: {},
    userInfo: {},
    algorithm: 'RS256',
    keyId: 'one',
    more: {},
    followsHost: false,
    metadataPath: METADATA,
  };
  let issuer = '';

  const tokenOf = ({ claims = {}, header = {}, signature }: Lie, iss = issuer): string => {
    const now = Math.floor(Date.now() / 1_000);
    const { algorithm, keyId, nonce } = script;
    const truth = { iss, aud: 'journal', sub, iat: now, exp: now + 300, nonce };
    const contents = `${encode({ alg: algorithm, kid: keyId, ...header })}.${encode({ ...truth, ...claims })}`;
    if (signature === 'none') return `${contents}.`;
    return `${contents}.${signature === 'foreign' ? signatureOf(contents, foreign) : signed(contents)}`;
  };
  const signed = (contents: string): string => {
    const { algorithm } = script;
    if (algorithm === 'HS256') return createHmac('sha256', secret).update(contents).digest('base64url');
    return signatureOf(contents, pairs[algorithm].privateKey);
  };
  const nameOf = ({ headers }: IncomingMessage): string => {
    const { host, 'x-forwarded-host': forwardedHost = host, 'x-forwarded-proto': scheme = 'http' } = headers;
    return script.followsHost ? `${String(scheme)}://${String(forwardedHost)}` : issuer;
  };
  const answers: Record<string, (form: Record<string, string>, name: string) => unknown> = {
    [METADATA]: (_form, name) => ({
      issuer: name,
      authorization_endpoint: `${name}/authorize`,
      token_endpoint: `${name}/token`,
      userinfo_endpoint: `${name}/userinfo`,
      jwks_uri: `${name}/jwks`,
      end_session_endpoint: `${name}/end`,
      id_token_signing_alg_values_supported: [script.algorithm],
      authorization_response_iss_parameter_supported: true,
    }),
    '/jwks': () => ({
      keys: script.algorithm === 'HS256' ? [] : [publicKeyOf(script.algorithm, script.keyId)],
    }),
    '/token': (form, name) => {
      redeemed.push(form);
      const id_token = script.idToken ?? tokenOf(script.lie, name);
      return { access_token: 'an access token', token_type: 'Bearer', id_token };
    },
    '/userinfo': () => ({ sub, ...script.userInfo }),
  };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const path = (request.url ?? '').split('?')[0] ?? '';
      asked.push(path);
      const answer = answers[path === script.metadataPath ? METADATA : path];
      const status = script.statusOf[path] ?? script.status;
      response.writeHead(answer ? status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...(answer?.(form, nameOf(request)) as object), ...script.more }));
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
    asked,
    tokenOf,
    /** Stops answering, and answers again at the same address. */
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => listen(port),
  };
}

const publicKeyOf = (algorithm: Exclude<Algorithm, 'HS256'>, kid: string): object => ({
  ...pairs[algorithm].publicKey.export({ format: 'jwk' }),
  kid,
  alg: algorithm,
  use: 'sig',
});

/** As JWS wants it (RFC 7518, 3.4): both numbers of an ECDSA signature one after the other. */
function signatureOf(contents: string, key: KeyObject): string {
  const hashes: Record<string, string> = { rsa: 'sha256', ec: 'sha384' };
  const hash = hashes[key.asymmetricKeyType ?? ''] ?? null;
  return sign(hash, Buffer.from(contents), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
