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

/** The current name of a zone. Browsers accept both names. */
const currentName = (zone: string): string => RENAMED[zone] ?? zone;

/** The time zones that this browser knows, by continent: [`Europe`, [`Europe/Andorra`, …]]. `extra` is always included. */
export function timeZonesByArea(extra: string | null | undefined): [string, string[]][] {
  const areas = new Map<string, string[]>();
  const zoneNames = Intl.supportedValuesOf('timeZone').map(currentName);
  const zones = new Set([...zoneNames, 'UTC', ...(extra ? [extra] : [])]);
  for (const zone of [...zones].sort()) {
    const area = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other';
    areas.set(area, [...(areas.get(area) ?? []), zone]);
  }
  return [...areas];
}

/** `America/Argentina/Buenos_Aires` is Buenos Aires, Argentina. */
export function timeZoneInWords(zone: string): string {
  const [first = zone, ...rest] = currentName(zone).split('/').reverse();
  return [first, ...rest.slice(0, -1)].join(', ').replaceAll('_', ' ');
}
