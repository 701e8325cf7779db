import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import type { components } from '../src/lib/api/api-types.gen';
import { json } from './fake-server';

type Schemas = components['schemas'];

export const ana: Schemas['SessionUserDto'] = {
  id: 'user-1',
  name: 'Ana',
  email: 'ana@example.org',
  location: 'Porto',
};

/** Ana's complete profile. */
export function profile(over: Partial<Schemas['UserDto']> = {}): Schemas['UserDto'] {
  return {
    ...ana,
    lastName: 'Silva',
    aiConsent: [],
    measuresToAi: false,
    isAdmin: false,
    hasPassword: true,
    createdAt: '2026-01-01T08:00:00.000Z',
    ...over,
  };
}

/** A token with the right contents; the page does not check its signature. */
export function tokenOf(user = ana, serial = 1): string {
  const contents = Buffer.from(JSON.stringify({ user, serial })).toString('base64url');
  return `header.${contents}.signature`;
}

/** The state of Ana's address, by default in an installation that sends no mail. */
export function emailProof(over: Partial<Schemas['EmailProofDto']> = {}): Schemas['EmailProofDto'] {
  return {
    needed: false,
    email: ana.email,
    proved: false,
    lost: false,
    newEmail: null,
    sent: false,
    ...over,
  };
}

/** Derives from the list of all fields, so that a new field needs no change here. */
const BLANK = Object.fromEntries(ENTRY_NAMES.map((name) => [name, ''])) as unknown as Schemas['EntryDto'];

export function entry(over: Partial<Schemas['EntryDto']> = {}): Schemas['EntryDto'] {
  const now = new Date().toISOString();
  return {
    ...BLANK,
    _id: 'entry-1',
    content: 'Walked home the long way.',
    inputMood: 'Happy',
    location: 'Porto',
    tags: [],
    photos: undefined,
    measures: undefined,
    weatherData: 'Light rain',
    weatherStatus: 'ready',
    temperature: undefined,
    neverSendToAi: false,
    checkIn: false,
    ofDay: undefined,
    createdAt: now,
    day: (over.createdAt ?? now).slice(0, 10),
    updatedAt: now,
    ...over,
  };
}

/** What the server says of a part of an import in which nothing is odd. */
export function importReport(over: Partial<Schemas['ImportReportDto']> = {}): Schemas['ImportReportDto'] {
  return {
    added: 0,
    addedIndexes: [],
    alreadyThere: 0,
    deleted: 0,
    deletedIndexes: [],
    labelsInText: 0,
    labelsLeftOut: 0,
    lookedUp: 0,
    refused: [],
    ...over,
  };
}

/** An import that is about to start. */
export const newImport = (id: string, entries: number) => ({
  ...{ id, source: 'Daylio', options: { lookUpWeather: false, restoreDeleted: false } },
  ...{ entries, labelsInText: 0, labelsLeftOut: 0, refused: [] },
});

/** All entries that a search finds. */
export const listOf = (...entries: object[]): Response =>
  json(200, entries, { 'X-Total-Count': String(entries.length) });

/** What Ana measures. */
export function measure(over: Partial<Schemas['MeasureDto']> = {}): Schemas['MeasureDto'] {
  return {
    _id: '11111111-1111-4111-8111-111111111111',
    name: 'Sleep',
    kind: 'duration',
    unit: '',
    picture: 'moon',
    daySum: 'last',
    askedOn: 'always',
    archived: false,
    ...over,
  };
}

export function insight(over: Partial<Schemas['InsightJobDto']> = {}): Schemas['InsightJobDto'] {
  return {
    id: 'job-1',
    status: 'queued',
    progress: { step: 'queued', entries: 0 },
    range: 'lastWeek',
    startDate: '2026-11-14',
    endDate: '2026-11-21',
    provider: 'local',
    model: '',
    text: '',
    details: null,
    title: '',
    useful: null,
    letter: null,
    error: null,
    outdated: false,
    createdAt: new Date().toISOString(),
    finishedAt: null,
    ...over,
  };
}

/** Help lines of two countries, and an international one. */
export const helpLines: Schemas['HelpLineDto'][] = [
  ['GB', 'Samaritans', ['116 123'], 'https://www.samaritans.org', '999'] as const,
  ['DE', 'TelefonSeelsorge', ['116 123', '0800 1110111'], 'https://www.telefonseelsorge.de', '112'] as const,
  [null, 'Find A Helpline', [], 'https://findahelpline.com', null] as const,
].map(([country, name, phones, website, emergency]) => ({
  country,
  name,
  phones: [...phones],
  website,
  hours: 'day and night',
  emergency,
  source: website,
  lookedUp: '2026-11-21',
}));

/** Statistics of days without entries. */
export function statistics(
  query: URLSearchParams,
  over: Partial<Schemas['StatisticsDto']> = {},
): Schemas['StatisticsDto'] {
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    entries: 0,
    daysWritten: 0,
    streaks: { current: 0, longest: 0 },
    days: [],
    moods: [],
    otherMoods: 0,
    weekdays: [],
    hours: [],
    skies: [],
    cities: [],
    otherCities: 0,
    tags: [],
    otherTags: 0,
    ...over,
  };
}

/** The details beside the text of an insight. */
export function insightDetails(
  over: Partial<Schemas['InsightDetailsDto']> = {},
): Schemas['InsightDetailsDto'] {
  return {
    selfHarm: false,
    figures: { days: [], weekdays: [], skies: [] },
    notable: [],
    cited: [],
    dropped: 0,
    ...over,
  };
}

export const reminders = (changes: Partial<Schemas['RemindersDto']> = {}): Schemas['RemindersDto'] => ({
  on: false,
  time: '21:00',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  timeZone: 'Europe/Lisbon',
  template: null,
  nextAt: null,
  letter: {
    ...{ on: false, weekday: 7, time: '19:00', byMail: false, wordsInMail: false },
    timeZone: 'Europe/Lisbon',
    nextAt: null,
  },
  devices: [],
  hasFeed: false,
  vapidPublicKey: 'key',
  ...changes,
});
