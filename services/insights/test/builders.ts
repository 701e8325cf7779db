import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { MeasureDto, WithMoodDto } from '@inner-weather/contracts/measures/measures.dto';
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

export function aMeasure(fields: Partial<MeasureDto> = {}): MeasureDto {
  const shown = { name: 'Sleep', kind: 'duration' as const, unit: '', picture: 'moon' };
  const asked = { daySum: 'last' as const, askedOn: 'always' as const, archived: false };
  return { _id: '8a8dcf5a-3f8e-4fd5-9c3c-8f1b6a0f6f10', ...shown, ...asked, ...fields };
}

/** A measure and the mood that went together: of 18 days below 6 hours, 14 were heavier than even. */
export function withMood(fields: Partial<WithMoodDto> = {}): WithMoodDto {
  const below = { days: 18, moods: [4, 10, 2, 2, 0] };
  const above = { days: 60, moods: [0, 6, 24, 20, 10] };
  const found = { answer: 'stands' as const, strength: 0.5, cut: 360, below, above };
  return { measure: aMeasure()._id, later: 0, ...found, ...fields };
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
  const question = { userName: 'Ada', language: 'en' as const, entries, statistics, unread: 0 };
  const assertSendable = () => Promise.resolve();
  return { ...question, selfHarm: false, measures: [], assertSendable, ...overrides };
}
