import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { statisticsOf } from '../src/local/statistics.js';
import type { InsightQuestion } from '../src/model/insight-model.js';

/** Every field, so that one more needs no change here. */
const BLANK = Object.fromEntries(ENTRY_NAMES.map((name) => [name, ''])) as unknown as EntryDto;

/** An entry as the journal answers it; written and last changed at noon of `day` (UTC), unless `createdAt` is given. */
export function anEntry({ createdAt, ...fields }: Partial<EntryDto> = {}): EntryDto {
  const { day = createdAt?.slice(0, 10) ?? '2026-11-02' } = fields;
  const at = createdAt ?? `${day}T12:00:00.000Z`;
  return {
    ...BLANK,
    _id: '6b01228883afd8e0a0da49e0',
    content: 'A walk by the river',
    inputMood: 'Happy',
    location: 'Porto',
    tags: [],
    weatherData: 'Sunny',
    weatherStatus: 'ready',
    temperature: 18,
    neverSendToAi: false,
    checkIn: false,
    createdAt: at,
    day,
    updatedAt: at,
    ...fields,
  };
}

/** One entry a day, newest first, the last of them on `lastDay`. */
export function dailyEntries(fields: Partial<EntryDto>[], lastDay = '2026-11-20'): EntryDto[] {
  return fields.map((fieldsOfDay, back) => {
    const date = new Date(`${lastDay}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - back);
    return anEntry({ day: date.toISOString().slice(0, 10), ...fieldsOfDay });
  });
}

/** Ada's question about these entries, all of her range. */
export function aQuestion(entries: EntryDto[], overrides: Partial<InsightQuestion> = {}): InsightQuestion {
  const statistics = statisticsOf(entries);
  return { userName: 'Ada', language: 'en', entries, statistics, unread: 0, selfHarm: false, ...overrides };
}
