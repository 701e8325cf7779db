import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Loopback, link-local and private addresses: RFC 1122, 3927, 1918, 6598; RFC 4291, 4193. */
const INSIDE = ['loopback', 'linkLocal', 'private', 'carrierGradeNat', 'uniqueLocal'];

/** Names that exist only on this machine or in a private network: RFC 6761, 6762, 8375, and ICANN's `internal`. */
const OWN_NAMES = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/;

/**
 * Returns the host of an external address, with the port if there is one. Returns undefined for this machine and its
 * network. Names are not resolved; a name without a dot counts as local, because containers have such names.
 */
export function recipientOf(address: string): string | undefined {
  const { hostname, host } = new URL(address);
  const bareHost = hostname.replace(/^\[|\]$/g, '');
  const isInside =
    isIP(bareHost) === 0
      ? !bareHost.includes('.') || OWN_NAMES.test(bareHost)
      : INSIDE.includes(ipaddr.process(bareHost).range());
  return isInside ? undefined : host;
}
