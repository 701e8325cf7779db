import { isIP } from 'node:net';
import type { GatewayConfig } from '../config.js';

type Names = Pick<GatewayConfig, 'PUBLIC_URL' | 'ALLOWED_HOSTS'>;

/**
 * Is this an allowed `Host`? In a DNS rebinding attack, the name of another site resolves to this machine, so that its
 * page has the same origin as the journal; only the host name tells the two apart. A page of a stranger cannot be
 * loaded under an IP address of this machine. So IP addresses and loopback names are accepted, as are the names in
 * PUBLIC_URL and ALLOWED_HOSTS.
 */
export function isOwnHost(host: string | undefined, { PUBLIC_URL, ALLOWED_HOSTS }: Names): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (PUBLIC_URL && new URL(PUBLIC_URL).hostname === name) return true;
  return ALLOWED_HOSTS.some((allowedName) =>
    allowedName.startsWith('*.') ? name.endsWith(allowedName.slice(1)) : name === allowedName,
  );
}

/** The host without its port, in the form that browsers use; undefined if it is not a valid host. */
function nameOf(host: string | undefined): string | undefined {
  if (!host || !/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
