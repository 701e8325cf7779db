interface Bounds {
  /** Milliseconds to wait if the header is missing or says nothing that can be read. */
  otherwise: number;
  /** Milliseconds that are waited at most. */
  max: number;
}

/**
 * The milliseconds that an answer asks to wait. RFC 9110, 10.2.3: Retry-After has seconds or a date. A date is compared
 * with that of the answer, since the clock of this device may be wrong.
 */
export function retryAfterMs(headers: Headers, { otherwise, max }: Bounds): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1_000
    : momentOf(value) - (momentOf(headers.get('date')) || Date.now());
  return Number.isNaN(ms) ? otherwise : Math.min(Math.max(0, ms), max);
}

/** NaN if it is no HTTP date. The oldest of its three forms (5.6.7) does not say that it is in UTC. */
function momentOf(date: string | null): number {
  if (!/^[A-Za-z]{3,9},? /.test(date ?? '')) return Number.NaN;
  return Date.parse(date?.endsWith('GMT') ? date : `${date} GMT`);
}
