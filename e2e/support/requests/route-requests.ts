import type { MeasureFields } from '@inner-weather/contracts/measures/measures.dto';
import type { OwnMoodFields } from '@inner-weather/contracts/moods/moods.dto';
import { ACCOUNT_REQUESTS, PLACE } from './account-requests.js';
import { dayFromToday } from './api.js';
import { documentedPlaces, ROUTES } from './documented-routes.js';
import { BLUE } from '../photos.js';
import type { Owner, RouteRequest } from './route-owner.js';

/** Values that are the same in the requests of two users, because they belong to neither. */
const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();
/** So old that the weather of an imported entry is not looked up. */
export const TWO_HOURS_AGO = new Date(Date.now() - 2 * 60 * 60_000).toISOString();

/**
 * A request of every route of the API, about its sender's own data. It has each parameter and each field that the
 * document knows. Where two people's requests differ, the value names its owner.
 */
export const REQUESTS: Record<string, (owner: Owner) => RouteRequest> = {
  ...Object.fromEntries(
    ROUTES.filter((route) => documentedPlaces(route).length === 0).map((route) => [route, () => ({})]),
  ),
  ...ACCOUNT_REQUESTS,
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
    },
  }),
  'POST /api/journal/import/check': ({ entry, importId }) => ({
    body: {
      entries: [entry],
      lookUpWeather: false,
      import: { id: importId, source: 'Day One' },
      restoreDeleted: false,
      addChanged: false,
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
