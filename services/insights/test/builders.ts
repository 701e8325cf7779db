import type { EntryDto } from '@inner-weather/contracts/entries.dto';

/** An entry as the journal hands it out; written and last changed at noon of `day` (YYYY-MM-DD, UTC). */
export function anEntry({
  day = '2026-11-02',
  ...fields
}: Partial<EntryDto> & { day?: string } = {}): EntryDto {
  const at = `${day}T12:00:00.000Z`;
  return {
    _id: '6b01228883afd8e0a0da49e0',
    content: 'A walk by the river',
    inputMood: 'Happy',
    location: 'Porto',
    weatherData: 'Sunny',
    weatherStatus: 'ready',
    neverSendToAi: false,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
}

/** One entry a day, newest first, the last of them on `lastDay`. */
export function dailyEntries(fields: Partial<EntryDto>[], lastDay = '2026-11-20'): EntryDto[] {
  return fields.map((one, back) => {
    const date = new Date(`${lastDay}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - back);
    return anEntry({ day: date.toISOString().slice(0, 10), ...one });
  });
}
