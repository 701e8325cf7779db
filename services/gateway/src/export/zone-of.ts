import { offsetAt, offsetIn } from '@inner-weather/domain/time/local-time';

/** Time zones whose clocks are not a number of hours away from UTC, now or since 1900 for long. */
const ODD_ZONES = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Kabul',
  'Asia/Yangon',
  'America/St_Johns',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Marquesas',
];

/**
 * A time zone for programs that want a name where an entry has only an offset. It is the time zone of the account if
 * its clocks show the entry's local time. Otherwise it is one that says no more than the offset: `Etc/GMT-9` is nine
 * hours ahead of UTC, in the reversed signs of POSIX. Only offsets with minutes need the name of a place; those that no
 * place has are written as `GMT+0751`, which Apple's programs and Java read.
 * @param time ISO 8601 with an offset
 * @param preferred the time zone of the account
 */
export function zoneOf(time: string, preferred?: string): string {
  const moment = Date.parse(time);
  const offset = offsetIn(time) ?? 0;
  if (preferred && offsetAt(preferred, moment) === offset) return preferred;
  if (offset === 0) return 'Etc/UTC';
  const hours = offset / 60;
  // There are names for 14 hours ahead of UTC to 12 hours behind it.
  if (Number.isInteger(hours) && hours >= -12 && hours <= 14) {
    return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  }
  return (
    ODD_ZONES.find((zone) => offsetAt(zone, moment) === offset) ?? `GMT${time.slice(-6).replace(':', '')}`
  );
}
