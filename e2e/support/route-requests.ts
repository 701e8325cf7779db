import type { NewAccessTokenDto } from '@inner-weather/contracts/accounts/access-tokens.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { MeasureFields } from '@inner-weather/contracts/measures/measures.dto';
import type { OwnMoodFields } from '@inner-weather/contracts/moods/moods.dto';
import type { SubscribeDto } from '@inner-weather/contracts/reminders/reminders.dto';
import { claimsOf, dayFromToday, PASSWORD, type Person, signUpForm } from './api.js';
import { documentedPlaces, ROUTES } from './documented-routes.js';
import { BLUE } from './photos.js';

/** The parts of a request of a route. */
export interface RouteRequest {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  /** A body that is a photo. */
  photo?: Buffer;
}

/** A user with data of their own, in which every word differs from those of other users. */
export interface Owner {
  person: Person;
  /** This person's name, and the words of an entry. */
  mark: string;
  entry: EntryDto;
  insight: InsightJobDto;
  /** The cursor at the end of a first page. */
  entriesCursor: string;
  insightsCursor: string;
  /** The import of a third entry. */
  importId: string;
  /** What is measured in the second entry. */
  measureId: string;
  /** A mood of their own. */
  moodId: string;
  /** A photo of the first entry. */
  photoId: string;
  /** With every scope. */
  accessToken: NewAccessTokenDto;
  /** A device that is reminded, and the secret of the link to the calendar. */
  subscription: SubscribeDto;
  deviceId: string;
  feedSecret: string;
  /** The key under which the entry was written and the insight was requested. */
  idempotencyKey: string;
}

/** Values that are the same in the requests of two users, because they belong to neither. */
const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();
/** So old that the weather of an imported entry is not looked up. */
export const TWO_HOURS_AGO = new Date(Date.now() - 2 * 60 * 60_000).toISOString();

/** This stack has no address for which passkeys could be made: auth's passkeys.spec.ts and browser/passkeys.spec.ts have one. */
const PASSKEY = { id: 'AA', clientDataJSON: 'AA' };

const PLACE = 'geo:41.15,-8.61';

/**
 * A request of every route of the API, about its sender's own data. It has each parameter and each field that the
 * document knows. Where two people's requests differ, the value names its owner.
 */
export const REQUESTS: Record<string, (owner: Owner) => RouteRequest> = {
  ...Object.fromEntries(
    ROUTES.filter((route) => documentedPlaces(route).length === 0).map((route) => [route, () => ({})]),
  ),
  'POST /api/user/new': ({ person }) => ({
    body: signUpForm({
      email: person.user.email,
      place: PLACE,
      language: 'fr',
      invitation: 'none',
      emailProof: 'none',
    }),
  }),
  'POST /api/login': ({ person }) => ({
    body: { email: person.user.email, password: `not ${PASSWORD}`, code: '000000' },
  }),
  'POST /api/login/passkey': () => ({
    body: { ...PASSKEY, authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
  }),
  'GET /api/oidc/pending': () => ({ query: { id: 'none' } }),
  'POST /api/oidc/pending/sign-up': ({ person }) => ({
    query: { id: 'none' },
    body: {
      firstName: 'Somebody',
      lastName: 'Else',
      location: 'Bergen',
      place: PLACE,
      language: 'fr',
      email: person.user.email,
    },
  }),
  'POST /api/oidc/pending/connection': () => ({
    query: { id: 'none' },
    body: { password: PASSWORD, code: '000000' },
  }),
  'POST /api/oidc/{provider}': () => ({
    path: { provider: 'none' },
    body: {
      purpose: 'connect',
      returnTo: '/settings',
      invitation: 'none',
      currentPassword: PASSWORD,
      code: '000000',
    },
  }),
  'POST /api/user/me/identities/{provider}/removal': () => ({
    path: { provider: 'none' },
    body: { currentPassword: PASSWORD },
  }),
  'POST /api/password-resets': ({ person }) => ({ body: { email: person.user.email } }),
  'PUT /api/password-resets': () => ({ body: { token: 'none', password: PASSWORD, passwordVal: PASSWORD } }),
  'PUT /api/email-proofs': () => ({ body: { token: 'none', currentPassword: PASSWORD } }),
  'PUT /api/user/me/email-proof': () => ({ body: { token: 'none' } }),
  'DELETE /api/invitations/{id}': () => ({ path: { id: 'none' } }),
  'PATCH /api/admin/installation': () => ({ body: { registration: 'open', keysKeptElsewhere: false } }),
  'GET /api/admin/accounts': () => ({ query: { cursor: '0'.repeat(24) } }),
  'POST /api/admin/accounts/{id}/reset-links': ({ person }) => ({
    path: { id: person.user.id },
    body: { currentPassword: PASSWORD },
  }),
  'DELETE /api/admin/accounts/{id}/sessions': ({ person }) => ({ path: { id: person.user.id } }),
  'PUT /api/admin/accounts/{id}/administrator': ({ person }) => ({
    path: { id: person.user.id },
    body: { isAdmin: true, currentPassword: PASSWORD },
  }),
  'GET /api/admin/queues/{queue}/dead-letters': () => ({ path: { queue: 'weather.on-entry' } }),
  'POST /api/admin/queues/{queue}/replays': () => ({ path: { queue: 'weather.on-entry' } }),
  'GET /api/places': () => ({ query: { name: 'Porto', whole: 'true' } }),
  'GET /api/places/weather': () => ({ query: { place: PLACE } }),
  'PATCH /api/user/me': ({ person }) => ({
    body: {
      firstName: 'Somebody',
      lastName: 'Else',
      location: 'Bergen',
      place: PLACE,
      timeZone: 'Europe/Oslo',
      dayEndsAt: 4,
      language: 'fr',
      email: person.user.email,
      password: PASSWORD,
      currentPassword: PASSWORD,
      aiConsent: ['gemini'],
      measuresToAi: true,
    },
  }),
  'DELETE /api/user/me': () => ({ body: { currentPassword: PASSWORD } }),
  'DELETE /api/user/me/sessions/{id}': ({ person }) => ({ path: { id: claimsOf(person.token).sid } }),
  'POST /api/user/me/access-tokens': () => ({
    body: {
      name: 'A script',
      scopes: ['entries:read'],
      expiresInDays: 30,
      currentPassword: PASSWORD,
      code: '000000',
    },
  }),
  'DELETE /api/user/me/access-tokens/{id}': ({ accessToken }) => ({ path: { id: accessToken.id } }),
  'POST /api/user/me/passkeys/options': () => ({ body: { currentPassword: PASSWORD, code: '000000' } }),
  'POST /api/user/me/passkeys': () => ({
    body: { ...PASSKEY, attestationObject: 'AA', transports: ['internal'] },
  }),
  'PATCH /api/user/me/passkeys/{id}': () => ({ path: { id: 'none' }, body: { name: 'My phone' } }),
  'POST /api/user/me/passkeys/{id}/removal': () => ({
    path: { id: 'none' },
    body: { currentPassword: PASSWORD },
  }),
  'POST /api/user/me/second-factor': () => ({ body: { currentPassword: PASSWORD } }),
  'POST /api/user/me/second-factor/confirmation': () => ({ body: { code: '000000' } }),
  'POST /api/user/me/second-factor/removal': () => ({ body: { currentPassword: PASSWORD, code: '000000' } }),
  'POST /api/user/me/second-factor/recovery-codes': () => ({
    body: { currentPassword: PASSWORD, code: '000000' },
  }),
  'GET /api/journal/entries/{id}': ({ entry }) => ({ path: { id: entry._id } }),
  'POST /api/journal/new': ({ person, idempotencyKey, measureId, photoId }) => ({
    headers: { 'Idempotency-Key': idempotencyKey },
    body: {
      ...ENTRY,
      photos: [photoId],
      email: person.user.email,
      inputMood: 'Happy',
      weatherData: 'Sunny',
      place: PLACE,
      date: A_MINUTE_AGO,
      tz: 'Europe/Lisbon',
      tags: ['River'],
      measures: { [measureId]: 480 },
      neverSendToAi: false,
      checkIn: true,
    },
  }),
  'POST /api/photos': ({ idempotencyKey }) => ({
    headers: { 'Idempotency-Key': idempotencyKey },
    photo: BLUE,
  }),
  'GET /api/photos': ({ photoId }) => ({ query: { ids: photoId } }),
  'GET /api/photos/{id}': ({ photoId }) => ({
    path: { id: photoId },
    query: { size: 'small' },
    headers: { 'If-None-Match': '"none"' },
  }),
  'PUT /api/photos/{id}/description': ({ photoId }) => ({
    path: { id: photoId },
    body: { description: 'A blue square' },
  }),
  'POST /api/journal/import': ({ entry, importId }) => ({
    body: {
      entries: [entry],
      lookUpWeather: false,
      import: { id: importId, source: 'Day One' },
      restoreDeleted: false,
      addChanged: false,
      checkOnly: false,
    },
  }),
  'DELETE /api/journal/imports/{id}': ({ importId }) => ({ path: { id: importId } }),
  'POST /api/journal/weather/{id}': ({ entry }) => ({ path: { id: entry._id } }),
  'PUT /api/journal/update/{id}': ({ entry, measureId, photoId }) => ({
    path: { id: entry._id },
    headers: { 'If-Match': '*' },
    body: {
      ...ENTRY,
      photos: [photoId],
      inputMood: 'Sad',
      place: PLACE,
      date: A_MINUTE_AGO,
      tags: ['River'],
      measures: { [measureId]: 360 },
      neverSendToAi: true,
      checkIn: true,
    },
  }),
  'DELETE /api/journal/delete/{id}': ({ entry }) => ({
    path: { id: entry._id },
    headers: { 'If-Match': '*' },
  }),
  'GET /api/journal/search': ({ person, entriesCursor }) => ({
    query: {
      userReference: person.user.email,
      startDate: dayFromToday(-1),
      endDate: dayFromToday(1),
      tz: 'Europe/Lisbon',
      tag: 'River',
      limit: '10',
      cursor: entriesCursor,
    },
  }),
  'POST /api/journal/search': ({ entriesCursor, measureId }) => ({
    body: {
      startDate: dayFromToday(-1),
      endDate: dayFromToday(1),
      tz: 'Europe/Lisbon',
      limit: 10,
      cursor: entriesCursor,
      words: 'words nobody',
      mood: 'Happy',
      hasMood: true,
      weather: 'clear',
      hasWeather: true,
      city: 'London',
      tag: 'a tag',
      hasTags: true,
      hasPhotos: true,
      measure: measureId,
      measureBelow: 481,
      measureFrom: 1,
    },
  }),
  'GET /api/journal/days': () => ({
    query: { year: dayFromToday(0).slice(0, 4), tz: 'Europe/Lisbon' },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'GET /api/journal/statistics': () => ({
    query: { from: dayFromToday(-1), to: dayFromToday(1), tz: 'Europe/Lisbon' },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'PUT /api/beginnings': () => ({ body: { ...BEGINNINGS, version: 1, onlyOwn: true } }),
  'GET /api/journal/tags': () => ({ headers: { 'If-None-Match': '"a tag"' } }),
  'PUT /api/measures': ({ measureId }) => ({ body: { ids: [measureId] } }),
  'GET /api/measures/days': () => ({
    query: { from: dayFromToday(-1), to: dayFromToday(1), tz: 'Europe/Lisbon' },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'GET /api/measures/together': () => ({
    query: { from: dayFromToday(-1), to: dayFromToday(1), tz: 'Europe/Lisbon' },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'PUT /api/measures/{id}': ({ measureId }) => ({ path: { id: measureId }, body: { ...MEASURE } }),
  'DELETE /api/measures/{id}': ({ measureId }) => ({ path: { id: measureId } }),
  'PUT /api/measures/{id}/days/{day}': ({ measureId }) => ({
    path: { id: measureId, day: dayFromToday(-1) },
    body: { value: 450 },
  }),
  'PUT /api/moods': ({ moodId }) => ({ body: { ids: [moodId], hidden: ['Angry'] } }),
  'PUT /api/moods/{id}': ({ moodId }) => ({
    path: { id: moodId },
    body: { ...MOOD, formerNames: ['Hoping'] },
  }),
  'DELETE /api/moods/{id}': ({ moodId }) => ({ path: { id: moodId } }),
  'POST /api/insights': ({ idempotencyKey }) => ({
    headers: { 'Idempotency-Key': idempotencyKey },
    body: { ...INSIGHT, again: false },
  }),
  'GET /api/insights': ({ insightsCursor }) => ({
    query: { limit: '10', cursor: insightsCursor, only: 'unopenedLetters' },
  }),
  'PATCH /api/insights/{id}': ({ insight }) => ({
    path: { id: insight.id },
    body: { title: 'A week of nobody in particular', useful: true, opened: true },
  }),
  'DELETE /api/insights/{id}': ({ insight }) => ({ path: { id: insight.id } }),
  'GET /api/insights/{id}': ({ insight }) => ({
    path: { id: insight.id },
    headers: { 'If-None-Match': '"a tag"' },
  }),
  'PUT /api/reminders': () => ({ body: { ...REMINDERS, weekdays: [1, 7] } }),
  'PUT /api/reminders/letter': () => ({ body: { ...LETTER, weekday: 1 } }),
  'POST /api/reminders/subscriptions': ({ subscription }) => ({ body: { ...subscription } }),
  'DELETE /api/reminders/subscriptions/{id}': ({ deviceId }) => ({ path: { id: deviceId } }),
  'POST /api/reminders/letter-mail/{secret}': () => ({ path: { secret: 'none' } }),
  'GET /api/reminders/feed/{secret}': ({ feedSecret }) => ({ path: { secret: feedSecret } }),
};

/** Half a day from now: what comes due changes what a person sees, which suites compare with what it was before. */
const LATER = new Date(Date.now() + 12 * 60 * 60_000).toISOString().slice(11, 16);

export const REMINDERS = {
  on: true,
  time: LATER,
  weekdays: [1, 2, 3, 4, 5],
  timeZone: 'Europe/Lisbon',
  template: 'dream',
};

export const LETTER = {
  ...{ on: true, weekday: 7, time: LATER, byMail: false, wordsInMail: false },
  timeZone: 'Europe/Lisbon',
};

export const BEGINNINGS = { questions: [], templates: [], onlyOwn: false, hidden: ['dream'] };
export const ENTRY = { content: 'Words of nobody in particular', location: 'London' };
export const MEASURE: MeasureFields = {
  ...{ name: 'Sleep', kind: 'duration', unit: '', picture: 'moon' },
  ...{ daySum: 'last', askedOn: 'always', archived: false },
};
export const MOOD: OwnMoodFields = {
  ...{ name: 'Hopeful', colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '' },
  ...{ score: 1, archived: false },
};
export const INSIGHT = { range: 'lastWeek', tz: 'Europe/Lisbon' };
