import type { components } from '../src/lib/api-types.gen';

type Schemas = components['schemas'];

export const ana: Schemas['SessionUserDto'] = {
  id: 'user-1',
  name: 'Ana',
  email: 'ana@example.org',
  location: 'Porto',
};

/** A token with the right contents; nobody here checks its signature. */
export function tokenOf(user = ana, serial = 1): string {
  const contents = Buffer.from(JSON.stringify({ user, serial })).toString('base64url');
  return `header.${contents}.signature`;
}

export function entry(over: Partial<Schemas['EntryDto']> = {}): Schemas['EntryDto'] {
  const now = new Date().toISOString();
  return {
    _id: 'entry-1',
    content: 'Walked home the long way.',
    inputMood: 'Happy',
    location: 'Porto',
    weatherData: 'Light rain',
    weatherStatus: 'ready',
    neverSendToAi: false,
    createdAt: now,
    updatedAt: now,
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
    error: null,
    outdated: false,
    createdAt: new Date().toISOString(),
    finishedAt: null,
    ...over,
  };
}

/** Two countries, and one line for anywhere. */
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
