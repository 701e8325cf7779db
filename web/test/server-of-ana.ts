import { ana, emailProof, helpLines, profile, reminders, statistics, tokenOf } from './builders';
import { FakeServer, json, problem } from './fake-server';

/** A server where Ana's session cookie is valid and her journal is empty. */
export function serverOfAna(): FakeServer {
  return new FakeServer()
    .on('GET /api/session', () => json(200, { token: tokenOf(), user: ana }))
    .on('GET /api/user/me', () => json(200, profile()))
    .on('GET /api/registration', () => json(200, { mode: 'open', mail: true, providers: [] }))
    .on('GET /api/invitations', () => problem(403, 'Not you'))
    .on('GET /api/user/me/email-proof', () => json(200, emailProof()))
    .on('GET /api/user/me/second-factor', () =>
      json(200, { active: false, activeSince: null, recoveryCodesLeft: 0 }),
    )
    .on('GET /api/user/me/sessions', () => json(200, []))
    .on('GET /api/user/me/access-tokens', () => json(200, []))
    .on('GET /api/user/me/passkeys', () => json(200, { origin: null, obstacle: 'no_address', passkeys: [] }))
    .on('GET /api/photos/storage', () => json(200, { usedBytes: 0, maxBytes: 2_000_000_000, photos: 0 }))
    .on('GET /api/user/me/storage', () => json(200, { usedBytes: 1_234_567, maxBytes: 250_000_000 }))
    .on('GET /api/journal/statistics', ({ query }) => json(200, statistics(query)))
    .on('GET /api/journal/search', () => json(200, [], { 'X-Total-Count': '0' }))
    .on('GET /api/journal/days', ({ query }) =>
      json(200, { year: Number(query.get('year')), firstDay: null, lastDay: null, days: [] }),
    )
    .on('GET /api/moods/uses', () => json(200, { moods: [], words: [] }))
    .on('GET /api/measures', () => json(200, { measures: [] }))
    .on('GET /api/journal/imports', () => json(200, { imports: [] }))
    .on('GET /api/journal/tags', () => json(200, { tags: [{ tag: 'River', entries: 2 }] }))
    .on('GET /api/about', () =>
      json(200, {
        insights: { provider: 'local', model: 'statistics', recipient: null },
        weather: { provider: 'open-meteo' },
      }),
    )
    .on('GET /api/places', () =>
      json(200, {
        items: [{ location: 'Porto, Portugal', detail: 'Porto District', place: 'geo:41.15,-8.61' }],
      }),
    )
    .on('GET /api/reminders', () => json(200, reminders()))
    .on('GET /api/help-lines', () => json(200, { items: helpLines }))
    .on('GET /api/insights', () => json(200, { items: [], nextCursor: null }));
}
