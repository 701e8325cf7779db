import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { currentLanguage } from '../language/language';

/** Old names that some browsers still list, and the current names (IANA tz database, `backward`). */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The areas of IANA names. */
const AREAS: Record<string, MessageDescriptor> = {
  Africa: msg({ message: 'Africa', context: 'time zones' }),
  America: msg({ message: 'America', context: 'time zones' }),
  Antarctica: msg({ message: 'Antarctica', context: 'time zones' }),
  Arctic: msg({ message: 'Arctic', context: 'time zones' }),
  Asia: msg({ message: 'Asia', context: 'time zones' }),
  Atlantic: msg({ message: 'Atlantic', context: 'time zones', comment: 'The ocean' }),
  Australia: msg({ message: 'Australia', context: 'time zones' }),
  Europe: msg({ message: 'Europe', context: 'time zones' }),
  Indian: msg({ message: 'Indian', context: 'time zones', comment: 'The ocean' }),
  Pacific: msg({ message: 'Pacific', context: 'time zones', comment: 'The ocean' }),
};

/** The current name of a zone. Browsers accept both names. */
const currentName = (zone: string): string => RENAMED[zone] ?? zone;

/** The time zones that this browser knows, by the name of their area: [`Europe`, [`Europe/Andorra`, …]]. `extra` is always included. */
export function timeZonesByArea(extra: string | null | undefined): [string, string[]][] {
  const areas = new Map<string, string[]>();
  const zoneNames = Intl.supportedValuesOf('timeZone').map(currentName);
  const zones = new Set([...zoneNames, 'UTC', ...(extra ? [extra] : [])]);
  for (const zone of [...zones].sort()) {
    const area = areaInWords(zone);
    areas.set(area, [...(areas.get(area) ?? []), zone]);
  }
  return [...areas];
}

function areaInWords(zone: string): string {
  const [area = '', city] = zone.split('/');
  if (city === undefined) return t({ message: 'Other', context: 'time zones' });
  const name = AREAS[area];
  return name ? i18n._(name) : area;
}

/** `America/Argentina/Buenos_Aires` is Buenos Aires, Argentina, and `Africa/Sao_Tome` is São Tomé. */
export function timeZoneInWords(zone: string): string {
  const [first = zone, ...rest] = currentName(zone).replaceAll('_', ' ').split('/').reverse();
  return [spelt(first, zone), ...rest.slice(0, -1)].join(', ');
}

/** A language that names few zones by their hour: São Tomé is GMT in English. */
const NAMES_CITIES = 'de';

/** By language and zone: a formatter takes a moment, and a list has some four hundred zones. */
const spellings = new Map<string, string>();

/** A city with the accents that IANA names leave out, where the browser's name of the zone holds the city. */
function spelt(city: string, zone: string): string {
  const key = `${currentLanguage()} ${zone}`;
  let spelling = spellings.get(key);
  if (spelling === undefined) {
    spelling =
      accented(city, nameOfZone(currentLanguage(), zone)) ??
      accented(city, nameOfZone(NAMES_CITIES, zone)) ??
      city;
    spellings.set(key, spelling);
  }
  return spelling;
}

/** Such as `São Paulo Time`; '' if the browser knows none. */
function nameOfZone(language: string, timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' });
    return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** The part of a text that is this word once its accents are left out. */
function accented(word: string, text: string): string | undefined {
  const letters = [...text.normalize('NFC')];
  const at = letters
    .map((letter) => letter.normalize('NFD').charAt(0))
    .join('')
    .indexOf(word);
  return at === -1 ? undefined : letters.slice(at, at + word.length).join('');
}
