import { BlockList, isIP } from 'node:net';

/** Loopback, link-local and private addresses: RFC 1122, 3927, 1918, 6598; RFC 4291, 4193. */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv4');
}
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');

/** Names that only a machine or a network of one's own can give: RFC 6761, 6762, 8375, and ICANN's `internal`. */
const OWN_NAMES = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/;

/**
 * Who gets what is sent to this address: its host, with its port where it names one; undefined when it stays inside,
 * on this machine or in its network. A name is judged by what it is, not by what it resolves to: one without a dot is a
 * neighbour's, such as a container's.
 */
export function recipientOf(address: string): string | undefined {
  const { hostname, host } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  const inside =
    version === 0
      ? !bare.includes('.') || OWN_NAMES.test(bare)
      : INSIDE.check(bare, version === 4 ? 'ipv4' : 'ipv6');
  return inside ? undefined : host;
}
