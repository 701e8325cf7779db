import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Loopback, link-local and private addresses: RFC 1122, 3927, 1918, 6598; RFC 4291, 4193. */
const INSIDE = ['loopback', 'linkLocal', 'private', 'carrierGradeNat', 'uniqueLocal'];

/** Names that exist only on this machine or in a private network: RFC 6761, 6762, 8375, and ICANN's `internal`. */
const OWN_NAMES = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/;

/**
 * Who receives what is sent to this address: its host, with the port if there is one. Undefined when it is this machine
 * or in its network. A name is judged as it is written, not by what it resolves to: a name without a dot is that of a
 * neighbour, such as a container.
 */
export function recipientOf(address: string): string | undefined {
  const { hostname, host } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const inside =
    isIP(bare) === 0
      ? !bare.includes('.') || OWN_NAMES.test(bare)
      : INSIDE.includes(ipaddr.process(bare).range());
  return inside ? undefined : host;
}
