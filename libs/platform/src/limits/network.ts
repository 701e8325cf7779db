import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The length of the prefix that one IPv6 subscriber gets. */
const SUBSCRIBER_BITS = 64;

/**
 * The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address. Text that is not an address
 * is returned unchanged, since a proxy may send anything.
 */
export function networkOf(address: string): string {
  // The library would also accept short forms such as `127.1`.
  if (isIP(address) === 0) return address;
  const [withoutZone = ''] = address.split('%');
  const ip = ipaddr.process(withoutZone);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const prefix = ip.parts.slice(0, SUBSCRIBER_BITS / 16);
  return `${prefix.map((part) => part.toString(16)).join(':')}::/${SUBSCRIBER_BITS}`;
}

/** An address as people write it: a server that listens on `::` sees 192.0.2.7 as `::ffff:192.0.2.7`. */
export const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && isIP(address) !== 0 ? ipaddr.process(address).toString() : address;

/** Whether the text is an address or a network such as `10.0.0.0/8`. The network of all addresses (`/0`) is refused. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  return isIP(address) !== 0 && (bits === undefined || (Number(bits) > 0 && ipaddr.isValidCIDR(text)));
}
