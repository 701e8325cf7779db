import { lookup } from 'node:dns';
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
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL);
  return isGlobal && parsed.range() === 'unicast';
}

const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** A name, or an address in place of a name, leads to an address that is not public. */
export class PrivateAddressError extends Error {
  constructor() {
    super('the push service has a private address');
  }
}

/**
 * Resolves a name for a connection, and fails if one of its addresses is not public. The connection uses the addresses
 * that were checked, so a name cannot resolve to others in between.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const failure =
      error ??
      (addresses.every(({ address }) => isPublicAddress(address)) ? null : new PrivateAddressError());
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
