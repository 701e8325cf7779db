import type { FastifyRequest } from 'fastify';

const API = /^\/api(?:\/|$)/;

/**
 * Is this a request to the API? The matched route decides, because the router decodes paths: /%61pi/login is also the
 * login. The UI's route matches any path. There, and where no route matched, the decoded path decides.
 */
export function isApi({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): boolean {
  return API.test(routeOptions.url ?? '') || API.test(pathOf(url));
}

/** The decoded path of a URL, as the router sees it. A path that cannot be decoded is returned unchanged. */
export function pathOf(url: string): string {
  const path = url.split(/[?#;]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
