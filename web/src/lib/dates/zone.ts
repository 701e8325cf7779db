import { hourAt, isTimeZone, offsetAt, todayIn } from '@inner-weather/domain/time/local-time';
import { sessionStore } from '../api/session';

/*
 * The zone of the user's days and times, and what its clocks say now. The landing page needs no more of dates than this.
 */

/** How long an answer is good for, in milliseconds: a page asks for each of its dates, and asking the browser takes long. */
const ASKED_AGAIN_MS = 1_000;

let known = { zone: '', askedAt: -Infinity };

/** This device's time zone, as the browser reports it; '' if it reports none. */
function zoneOfDevice(): string {
  const now = Date.now();
  // The clock may have been set back meanwhile.
  if (Math.abs(now - known.askedAt) >= ASKED_AGAIN_MS)
    known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '', askedAt: now };
  return known.zone;
}

/** The time zone of this device, as an IANA name; UTC if the browser does not know it. */
export function deviceTimeZone(): string {
  const zone = zoneOfDevice();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether the browser names a time zone that it can use. */
export const isDeviceZoneKnown = (): boolean => isTimeZone(zoneOfDevice());

/** The time zone that the user has chosen, or else the device's. It decides which day is today. */
export function timeZone(): string {
  const zone = configuredTimeZone();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether days and times fall back to UTC because this browser cannot use any known time zone. */
export const isTimeZoneUnknown = (): boolean => !isTimeZone(configuredTimeZone());

function configuredTimeZone(): string {
  const session = sessionStore.get();
  const chosenZone = session.status === 'authenticated' ? session.user.timeZone : undefined;
  return chosenZone ?? zoneOfDevice();
}

/** The hour on local clocks at which the user's days end: 0 is midnight. */
export function dayEndsAt(): number {
  const session = sessionStore.get();
  return (session.status === 'authenticated' ? session.user.dayEndsAt : undefined) ?? 0;
}

/** The user's today, YYYY-MM-DD. Components use `useToday`, which changes when the day ends. */
export const today = (): string => todayIn(timeZone(), Date.now(), dayEndsAt());

/** The date on the user's clocks, YYYY-MM-DD. Until the day ends, it may be the one after today. */
export const localDate = (): string => todayIn(timeZone());

/** The hour on the user's clocks, 0 to 23. */
export const hourNow = (): number => hourAt(Date.now(), offsetAt(timeZone(), Date.now()));
