import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { isOverHttps } from '../http/origin.js';

type CookieConfig = Pick<GatewayConfig, 'PUBLIC_URL' | 'SHARED_HOST'>;

interface Cookie {
  /** The documented name. Other services of the same host may use it for cookies of theirs. */
  name: string;
  /** Begins the name that only this installation uses. */
  ownName: string;
  path: string;
  /** Seconds. */
  maxAge: number;
  /** Absent: strict. */
  sameSite?: 'lax';
}

/** A cookie that scripts cannot read and other sites cannot send. */
export abstract class StrictCookie {
  constructor(
    protected readonly config: CookieConfig,
    private readonly cookie: Cookie,
  ) {}

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    const { maxAge } = this.cookie;
    for (const name of this.namesToSet(request))
      reply.setCookie(name, value, { ...this.attributes(request), maxAge });
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    for (const name of this.namesToSet(request)) reply.clearCookie(name, this.attributes(request));
  }

  /** The documented name, except where other services of the host may use it. */
  protected namesToSet(request: FastifyRequest): string[] {
    return [this.config.SHARED_HOST ? this.ownNameFor(request) : this.cookie.name];
  }

  /** The values under our own name, then those under the documented name. */
  protected allValues(request: FastifyRequest): string[] {
    return [this.ownNameFor(request), this.cookie.name].flatMap((name) => valuesOf(request, name));
  }

  /**
   * Browsers send a cookie to every port of a host, so the name has the port: another installation of this software on
   * the host has another name. Over https, the prefix keeps other subdomains from setting it (RFC 6265bis, 4.1.3).
   */
  protected ownNameFor(request: FastifyRequest): string {
    const { ownName, path } = this.cookie;
    const prefix = path === '/' ? '__Host-' : '__Secure-';
    const port = portOf(request, this.config);
    return `${isOverHttps(request, this.config) ? prefix : ''}${ownName}${port && `-${port}`}`;
  }

  protected attributes(request: FastifyRequest) {
    const { path, sameSite = 'strict' } = this.cookie;
    return { httpOnly: true, sameSite, path, secure: isOverHttps(request, this.config) } as const;
  }
}

/**
 * Every value that the browser has under this name, with the longest path first. Reads the header, because hooks run
 * before Fastify does, and it keeps one value of a name. Our values have no escaped characters.
 */
export function valuesOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string | RegExp): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s, 2));
  return pairs.flatMap(([key = '', value]) => {
    const isNamed = typeof name === 'string' ? key === name : name.test(key);
    return isNamed && value ? [value] : [];
  });
}

/** The port in the browser's address; '' for the scheme's own. Some proxies pass on the host without its port. */
function portOf({ host }: FastifyRequest, { PUBLIC_URL }: CookieConfig): string {
  const address = `http://${host}`;
  const port = URL.canParse(address) ? new URL(address).port : '';
  const isDefault = port === '' || port === '443';
  return isDefault ? (PUBLIC_URL ? new URL(PUBLIC_URL).port : '') : port;
}
