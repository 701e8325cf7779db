import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { isOnLoopback, type OidcProvider } from '../../oidc-provider.js';

/** The most bytes of an answer. Metadata, keys, tokens and claims have some ten thousand at most. */
const MAX_BYTES = 512 * 1_024;

/** Statuses whose answers have no body (Fetch, 2.2.6). */
const WITHOUT_BODY = [204, 205, 304];

const METADATA = '/.well-known/openid-configuration';

/** Thrown when an answer of a provider has more than 512 KiB. */
export class OversizedAnswer extends Error {
  override readonly name = 'OversizedAnswer';
}

type Addresses = Pick<OidcProvider, 'issuer' | 'discovery'>;

/**
 * How requests reach a provider: at its public address, or at `discovery` if there is one. There they look as if a proxy
 * had forwarded them (`Host` and `X-Forwarded-*`), so that the provider names the same issuer to everyone; a
 * certificate is checked against the public name. `fetch` cannot send another `Host`.
 */
export function fetchFrom(provider: Addresses): CustomFetch {
  return async (url, options) => {
    const { address, headers } = routeTo(new URL(url), provider);
    if (address.protocol === 'http:' && !isPlainAllowed(address, provider)) {
      throw new Error('a provider named an http address outside');
    }
    return ask(address, { ...options, headers: { ...options.headers, ...headers } });
  };
}

/** The address as browsers reach it: a provider that is asked inside may name its inner address. */
export function publicAddress(url: URL, { issuer, discovery }: Addresses): URL {
  if (discovery === undefined || url.host !== new URL(discovery).host) return url;
  return new URL(url.pathname + url.search, issuer);
}

function routeTo(
  url: URL,
  { issuer, discovery }: Addresses,
): { address: URL; headers: Record<string, string> } {
  const outside = new URL(issuer);
  if (discovery === undefined || url.host !== outside.host) return { address: url, headers: {} };
  const inside = new URL(discovery);
  const isMetadata = url.pathname === metadataBelow(outside);
  const path = isMetadata && inside.pathname !== '/' ? metadataBelow(inside) : url.pathname;
  const address = new URL(path + url.search, inside);
  if (inside.host === outside.host) return { address, headers: {} };
  return {
    address,
    headers: {
      host: outside.host,
      'x-forwarded-host': outside.host,
      'x-forwarded-proto': outside.protocol.replace(':', ''),
    },
  };
}

/** Where the metadata are, if the address is not theirs already: Nextcloud has them elsewhere. */
const metadataBelow = ({ pathname }: URL): string =>
  pathname.endsWith('/openid-configuration') ? pathname : pathname.replace(/\/$/, '') + METADATA;

function isPlainAllowed({ href, host }: URL, { discovery }: Addresses): boolean {
  return isOnLoopback(href) || (discovery !== undefined && host === new URL(discovery).host);
}

function ask(address: URL, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
  const send = address.protocol === 'http:' ? requestHttp : requestHttps;
  const servername = headers.host?.replace(/:\d+$/, '');
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal, ...(servername !== undefined && { servername }) };
    const request = send(address, options, (answer) => {
      read(answer).then(resolve, reject);
    });
    request.on('error', reject);
    request.end(body instanceof URLSearchParams ? body.toString() : undefined);
  });
}

async function read(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_BYTES) throw new OversizedAnswer();
    chunks.push(chunk);
  }
  const { statusCode: status = 502, headersDistinct } = answer;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(chunks), { status, headers });
}
