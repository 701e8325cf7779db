import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Inner Weather';

/** RFC 6238 with its defaults, which every authenticator app understands. `period` in seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Steps by which a phone's clock may be off, either way (RFC 6238, 5.2 and 6). */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 recommends, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The secret as an app takes it: an otpauth:// address. */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ issuer: ISSUER, label: account, secret, ...PARAMETERS }).toString();
}

/** Does it have the form of a code of an app, right or wrong? */
export function isTotpCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/**
 * The time step, counted from 1970, that a code of six digits belongs to; undefined for a wrong code and for one of
 * another time. The caller has to make sure that a step is used only once. `now` in milliseconds.
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ ...PARAMETERS, timestamp: now }) + delta;
}
