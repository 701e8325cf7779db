import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/*
 * Endpoints are addresses that users supply, and the service sends requests to them. So they must be https addresses of
 * known push services, and the addresses that their names resolve to must be public.
 */

/** Whether an endpoint belongs to a known push service. */
export function isKnownEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return hosts.some((host) => {
    const [name = '', knownPort = '443'] = host.split(':');
    const isName = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
    return isName && (port || '443') === knownPort;
  });
}

/** Whether an IP address can be reached from everywhere: it is neither private nor reserved for something else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  // Only 2000::/3 is given out (RFC 4291); what is left of ::/96 contains IPv4 addresses.
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  const translated = NAT64.some((prefix) => parsed.match(prefix));
  if (translated) return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === 'unicast';
  return parsed.match(GLOBAL) && parsed.range() === 'unicast';
}

const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * In a network without IPv4, DNS answers with these: the last 32 bits are the IPv4 address to which they are translated.
 * RFC 6052 section 2.1 has the first, and its 3.1 says that it stands for public addresses only, which is not taken for
 * granted here. RFC 8215 has the second, for a network's own translators.
 */
const NAT64 = [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), ipaddr.IPv6.parseCIDR('64:ff9b:1::/96')];

/**
 * The range for benchmarks (RFC 2544) leads nowhere by itself. Some proxies in a house answer with it in place of every
 * public address (Clash, Surge and sing-box call that fake IP) and connect to the name that they gave it to.
 */
const STAND_INS = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

/** Whether the name of a known push service may have this address. */
function mayLeadTo(address: string): boolean {
  if (isPublicAddress(address)) return true;
  const parsed = isIP(address) === 0 ? undefined : ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 && parsed.match(STAND_INS);
}

/** A name, or an address in place of a name, leads to an address that is not public. */
export class PrivateAddressError extends Error {
  constructor() {
    super('the push service has a private address');
  }
}

/**
 * Resolves the name of a known push service for a connection, and fails if one of its addresses is not public. The
 * connection uses the addresses that were checked, so a name cannot resolve to others in between.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const failure =
      error ?? (addresses.every(({ address }) => mayLeadTo(address)) ? null : new PrivateAddressError());
    const [first] = addresses ?? [];
    if (failure ?? !first) done(failure ?? new Error('the name has no address'), '', 0);
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** Node does not resolve a host that is an address already. Throws a PrivateAddressError. */
export function refusePrivateHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new PrivateAddressError();
}
