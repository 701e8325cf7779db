/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits for the time in milliseconds since 1970, then 74 random bits.
 */
const UUID7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Creates a UUID with the current time. For Idempotency-Keys, see `KeyedIds` of the platform. */
export function newUuid7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const variant = '89ab'[Number.parseInt(random.charAt(3), 16) % 4];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(8)}`;
}

/** The time of a UUID of version 7 in milliseconds since 1970; undefined for any other text. */
export function timeOfUuid7(text: string): number | undefined {
  const [, high, low] = UUID7.exec(text) ?? [];
  return high && low ? Number.parseInt(high + low, 16) : undefined;
}
