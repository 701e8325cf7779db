/** The server refuses moments that are more than five minutes ahead of its clock. The rest is for the way, in milliseconds. */
const AHEAD_MAX_MS = 4 * 60_000;

let serverAheadMs = 0;

/** Tells this device the server's clock. @param date the header `Date` of an answer */
export function noteServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) serverAheadMs = ahead;
}

/** Now by this device's clock, in milliseconds since 1970. A clock that is fast is held to what the server accepts. */
export const acceptedNow = (): number => Date.now() + Math.min(0, serverAheadMs + AHEAD_MAX_MS);
