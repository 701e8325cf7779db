import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that belong to one subscriber, who has every address with the same ones. */
const SUBSCRIBER_BITS = 64;

/**
 * The part of the Internet that one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 address. Text that
 * is no address is answered as it is, since a proxy may say anything.
 */
export function networkOf(address: string): string {
  // The library also reads short forms such as `127.1`, which nobody means here.
  if (isIP(address) === 0) return address;
  const [withoutZone = ''] = address.split('%');
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, SUBSCRIBER_BITS / 16);
  return `${prefix.map((part) => part.toString(16)).join(':')}::/${SUBSCRIBER_BITS}`;
}

/** Is this an address, or a network such as `10.0.0.0/8`? A network of all addresses (`/0`) is none. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  return isIP(address) !== 0 && (bits === undefined || (Number(bits) > 0 && ipaddr.isValidCIDR(text)));
}
