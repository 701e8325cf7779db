import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { CreateAccessTokenDto } from '../accounts/access-tokens.dto.js';
import { SignUpDto } from '../accounts/registration.dto.js';
import { LoginDto } from '../accounts/sign-in.dto.js';
import { UpdateUserDto } from '../accounts/users.dto.js';
import { ListDaysDto, GetStatisticsDto } from '../journal/days.dto.js';
import { CreateEntryDto, SearchEntriesDto, UpdateEntryDto } from '../journal/entries.dto.js';
import { FindEntriesDto } from '../journal/find-entries.dto.js';
import { ImportEntriesDto, ImportEntryDto } from '../journal/import.dto.js';
import { ChangeInsightDto, ListInsightsDto, RequestInsightDto } from '../insights/insights.dto.js';
import { RequestResetDto, ResetPasswordDto } from '../accounts/recovery.dto.js';
import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  SecondFactorProofDto,
} from '../accounts/second-factor.dto.js';
import { FindPlacesDto } from '../weather/places.dto.js';
import { HasNoRepeats, isDay, isMoment } from './validators.js';

const problems = <T extends object>(type: new () => T, input: object) =>
  validateSync(plainToInstance(type, input), { whitelist: true }).map((problem) => problem.property);

/** What is said of each field, the first rule that it breaks alone, as a service answers it. */
const wordsOf = (type: new () => object, input: object) =>
  validateSync(plainToInstance(type, input), { whitelist: true, stopAtFirstError: true }).map(
    ({ property, constraints, children }) =>
      `${property}: ${Object.values(constraints ?? children?.[0]?.constraints ?? {})[0]}`,
  );

const entry = { email: 'ana@example.org', content: 'A day.', location: 'Porto' };

// Contract: 3 search dates are YYYY-MM-DD
// Contract: 5 entry: content, mood and location are required as the contract says; search: both dates
describe('isDay', () => {
  it.each(['2026-11-20', '2028-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (day) => {
    expect(isDay(day)).toBe(true);
  });
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '20261120',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '',
    null,
    20261120,
  ])('refuses %p', (day) => {
    expect(isDay(day)).toBe(false);
  });
});

describe('isMoment', () => {
  it.each([
    '2026-03-02T00:30:00+09:00',
    '2026-03-02T00:30Z',
    '2026-03-02T00:30:00.123+14:00',
    '2026-03-02T00:30:00-14:00',
    '2026-03-02T00:30:00-00:00',
    // The first minute of 1900 in the east is still 1899 in UTC.
    '1900-01-01T00:00:00+14:00',
  ])('takes %s', (time) => {
    expect(isMoment(time)).toBe(true);
  });

  it.each([
    '2026-03-02T00:30:00',
    '2026-03-02T00:30:00+14:01',
    '2026-03-02T00:30:00-23:59',
    '2026-03-02T00:30:00+09:60',
    '2026-02-30T00:30:00+09:00',
    '2026-03-02T24:30:00+09:00',
    '1899-12-31T23:30:00-10:00',
    '2999-03-02T00:30:00+09:00',
  ])('refuses %s', (time) => {
    expect(isMoment(time)).toBe(false);
  });
});

describe('HasNoRepeats', () => {
  class Names {
    @HasNoRepeats({ message: 'twice' })
    names: unknown;
  }

  it.each([[[]], [['a', 'b']], [['a', 'A']]])('takes %j', (names) => {
    expect(problems(Names, { names })).toEqual([]);
  });

  it.each([[['a', 'b', 'a']], ['text'], [{ length: 0 }]])('refuses %j', (names) => {
    expect(problems(Names, { names })).toEqual(['names']);
  });
});

describe('the DTO classes', () => {
  it.each([
    SignUpDto,
    LoginDto,
    UpdateUserDto,
    CreateEntryDto,
    UpdateEntryDto,
    SearchEntriesDto,
    ImportEntriesDto,
    ImportEntryDto,
    RequestInsightDto,
    ListInsightsDto,
    RequestResetDto,
    ResetPasswordDto,
    BeginSecondFactorDto,
    ConfirmSecondFactorDto,
    SecondFactorProofDto,
  ])(
    'ask in every field of %p for its type first, and say no more where that is wrong',
    (type: new () => object) => {
      const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
      const fields = [...new Set(rules.map(({ propertyName }) => propertyName))];
      const wrong = Object.fromEntries(fields.map((field) => [field, { not: 'it' }]));
      const found = validateSync(plainToInstance(type, wrong), { whitelist: true, stopAtFirstError: true });
      expect(found.map(({ property }) => property).sort()).toEqual(fields.sort());
      for (const { constraints } of found) {
        const words = Object.values(constraints ?? {});
        expect(words).toEqual([expect.stringMatching(/ must be (text|a |an |one of |true or false)/)]);
      }
    },
  );

  it('take the documented entry, with and without mood and weather', () => {
    expect(problems(CreateEntryDto, entry)).toEqual([]);
    expect(problems(CreateEntryDto, { ...entry, inputMood: 'Very Happy', weatherData: 'Sunny' })).toEqual([]);
  });

  it.each(['happy', ' HAPPY\u00a0', 'Happy\n'])(
    'take the mood %j for Happy, on every way in',
    (inputMood) => {
      const types: (new () => { inputMood?: string })[] = [CreateEntryDto, UpdateEntryDto, ImportEntryDto];
      for (const type of types) expect(plainToInstance(type, { inputMood }).inputMood).toBe('Happy');
    },
  );

  it('have one limit for a mood in own words', () => {
    const own = '🌊'.repeat(50);
    const types: (new () => object)[] = [CreateEntryDto, UpdateEntryDto, ImportEntryDto];
    for (const type of types) {
      expect(problems(type, { ...entry, inputMood: own })).not.toContain('inputMood');
      expect(problems(type, { ...entry, inputMood: `${own}🌊` })).toContain('inputMood');
    }
  });

  it.each(['\u200b', '\u2800', '\u3164', '\u00ad\ufe0f', '\u202e \u034f'])(
    'refuse %j, where nothing is seen',
    (nothing) => {
      const imported = { ...entry, createdAt: '2026-11-20T18:30:00Z' };
      for (const field of ['content', 'inputMood', 'location', 'tags']) {
        const bad = { [field]: field === 'tags' ? ['River', nothing] : nothing };
        expect(problems(CreateEntryDto, { ...entry, ...bad })).toEqual([field]);
        expect(problems(UpdateEntryDto, { ...entry, inputMood: 'Sad', ...bad })).toEqual([field]);
        expect(problems(ImportEntryDto, { ...imported, ...bad })).toEqual([field]);
      }
      for (const field of ['firstName', 'lastName', 'location'])
        expect(problems(UpdateUserDto, { [field]: nothing })).toEqual([field]);
    },
  );

  it('take a mood in own words, a moment of a fast clock, and ten tags', () => {
    const date = new Date(Date.now() + 4 * 60_000).toISOString();
    const tags = Array.from({ length: 10 }, (_, n) => `${'🌧'.repeat(29)}${n}`);
    expect(problems(CreateEntryDto, { ...entry, inputMood: 'x'.repeat(30), date, tags })).toEqual([]);
  });

  it('bring tags into one form, and keep the first spelling of each', () => {
    const tags = [' River\n', 'RIVER', 'with  \u202eBea', 'Cafe\u0301', 'café'];
    expect(plainToInstance(CreateEntryDto, { ...entry, tags }).tags).toEqual(['River', 'with Bea', 'Café']);
    expect(plainToInstance(CreateEntryDto, entry).tags).toBeUndefined();
  });

  it.each([
    ['emoji', '🌊', 50],
    // Two code points each, of which the second only chooses a picture.
    ['hearts', '❤️', 25],
  ])('count %s in code points', (_what, emoji, most) => {
    const withMood = (count: number) => ({ ...entry, inputMood: emoji.repeat(count) });
    expect(problems(CreateEntryDto, withMood(most))).toEqual([]);
    expect(problems(CreateEntryDto, withMood(most + 1))).toEqual(['inputMood']);
  });

  it('keep content of exactly the longest length', () => {
    expect(problems(CreateEntryDto, { ...entry, content: 'x'.repeat(20_000) })).toEqual([]);
  });

  it('take a free mood on an edit, and require all three fields', () => {
    expect(problems(UpdateEntryDto, { content: 'x', inputMood: 'Wistful', location: 'Porto' })).toEqual([]);
    expect(problems(UpdateEntryDto, {})).toEqual(['content', 'inputMood', 'location']);
  });

  it('compare emails in lower case', () => {
    expect(plainToInstance(SignUpDto, { email: ' Ana@Example.ORG ' }).email).toBe('ana@example.org');
  });

  it('turn the limit of a search into a number and bound it', () => {
    const search = { userReference: 'ana@example.org', startDate: '2026-11-01', endDate: '2026-11-20' };
    expect(plainToInstance(SearchEntriesDto, { ...search, limit: '20' }).limit).toBe(20);
    expect(problems(SearchEntriesDto, { ...search, limit: '0' })).toEqual(['limit']);
    expect(problems(SearchEntriesDto, { ...search, limit: 'many' })).toEqual(['limit']);
  });

  const search = { userReference: 'ana@example.org', startDate: '2026-11-01', endDate: '2026-11-20' };
  const range = { from: '2026-11-01', to: '2026-11-20' };
  const password = 'a good evening';
  const person = {
    ...{ firstName: 'Ana', lastName: 'Silva', location: 'Porto', email: 'ana@example.org' },
    ...{ password, passwordVal: password },
  };
  const currentPassword = password;
  const code = '123456';
  const token = { name: 'Backup', scopes: ['entries:read'], currentPassword };

  it.each<[new () => object, object, string, unknown, string]>([
    [CreateEntryDto, entry, 'content', ' \n\t ', 'Content must not be empty'],
    [CreateEntryDto, entry, 'content', 'x'.repeat(20_001), 'Content must have at most 20000 characters'],
    [CreateEntryDto, entry, 'inputMood', ' ', 'Mood must have 1 to 50 characters'],
    [CreateEntryDto, entry, 'tags', [5], 'tags must contain only text'],
    [CreateEntryDto, entry, 'tags', [''], 'Each tag must have 1 to 30 characters'],
    [CreateEntryDto, entry, 'tags', [...'abcdefghijk'], 'An entry can have at most 10 tags'],
    [CreateEntryDto, entry, 'location', '', 'Location must have 1 to 100 characters'],
    [CreateEntryDto, entry, 'email', { $gt: '' }, 'Email must be a valid email address'],
    [CreateEntryDto, entry, 'weatherData', 'x'.repeat(201), 'Weather must have at most 200 characters'],
    [CreateEntryDto, entry, 'checkIn', 'yes', 'checkIn must be true or false'],
    [
      CreateEntryDto,
      entry,
      'date',
      '2026-11-20',
      'Date must be a time with its UTC offset such as 2026-11-20T21:30:00+01:00, from 1900 to now',
    ],
    [
      CreateEntryDto,
      entry,
      'date',
      new Date(Date.now() + 360_000).toISOString(),
      'Date must not be in the future',
    ],
    [UpdateEntryDto, { ...entry, inputMood: 'Sad' }, 'inputMood', null, 'Mood must be text'],
    [ImportEntryDto, { ...entry, createdAt: '2026-01-01T00:00Z' }, '_id', { $gt: '' }, '_id must be text'],
    [
      ImportEntryDto,
      { ...entry, createdAt: '2026-01-01T00:00Z' },
      'createdAt',
      'yesterday',
      'createdAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now',
    ],
    [
      ImportEntryDto,
      { ...entry, createdAt: '2026-01-01T00:00Z' },
      'temperature',
      71,
      'Temperature must be from -100 to 70 °C',
    ],
    ...['2020-02-30', 7].map((day): [new () => object, object, string, unknown, string] => [
      ImportEntryDto,
      { ...entry, createdAt: '2026-01-01T00:00Z' },
      'day',
      day,
      'day must be a real day in the form YYYY-MM-DD',
    ]),
    ...[[''], 'x', Array(4).fill('x'), ['x'.repeat(101)], [7]].map(
      (formerIds): [new () => object, object, string, unknown, string] => [
        ImportEntryDto,
        { ...entry, createdAt: '2026-01-01T00:00Z', formerIds: ['x'] },
        'formerIds',
        formerIds,
        'formerIds must be a list of at most 3 ids of 1 to 100 characters',
      ],
    ),
    [SearchEntriesDto, search, 'limit', '501', 'limit must be at most 500'],
    [SearchEntriesDto, search, 'limit', '1.5', 'limit must be a whole number'],
    [SearchEntriesDto, search, 'limit', ['1', '2'], 'limit must be a whole number'],
    [
      SearchEntriesDto,
      search,
      'startDate',
      '2025-02-29',
      'Date From must be a real day in the form YYYY-MM-DD',
    ],
    [SearchEntriesDto, search, 'endDate', 'today', 'Date To must be a real day in the form YYYY-MM-DD'],
    [SearchEntriesDto, search, 'tz', '+02:00', 'tz must be an IANA time zone such as Europe/Lisbon'],
    [SearchEntriesDto, search, 'cursor', 'x'.repeat(201), 'cursor is not valid'],
    [FindEntriesDto, search, 'words', 'x'.repeat(201), 'You can search for at most 200 characters'],
    [
      FindEntriesDto,
      search,
      'weather',
      'frogs',
      'weather must be one of clear, cloudy, fog, rain, snow, storm, other',
    ],
    [FindEntriesDto, search, 'hasWeather', 'true', 'hasWeather must be true or false'],
    [ListDaysDto, { year: '2026' }, 'year', '1', 'year must be at least 1900'],
    [ListDaysDto, { year: '2026' }, 'year', 'soon', 'year must be a whole number'],
    [GetStatisticsDto, range, 'from', '2026-02-30', 'from must be a real day in the form YYYY-MM-DD'],
    [RequestInsightDto, {}, 'range', 'x'.repeat(51), 'range must have at most 50 characters'],
    [RequestInsightDto, {}, 'again', 'yes', 'again must be true or false'],
    [ListInsightsDto, {}, 'limit', '0', 'limit must be at least 1'],
    [ChangeInsightDto, {}, 'title', 'x'.repeat(101), 'title must have at most 100 characters'],
    [ChangeInsightDto, {}, 'useful', 'yes', 'useful must be true, false or null'],
    [FindPlacesDto, { name: 'Porto' }, 'name', ' ', 'name must have 1 to 100 characters'],
    [FindPlacesDto, { name: 'Porto' }, 'whole', 'yes', 'whole must be true or false'],
    [UpdateUserDto, {}, 'firstName', '', 'Name must have 1 to 100 characters'],
    [UpdateUserDto, {}, 'lastName', null, 'Last Name must be text'],
    [UpdateUserDto, {}, 'timeZone', '', 'Time zone must be a known one, such as Europe/Lisbon'],
    [UpdateUserDto, {}, 'dayEndsAt', 1.5, 'Day end must be a full hour from 0 to 4'],
    [UpdateUserDto, {}, 'language', 'pt', 'Language must be one of en, de, es, fr, pt-BR, ar, zh-Hans'],
    [UpdateUserDto, {}, 'password', 'x'.repeat(129), 'Password must have at most 128 characters'],
    [UpdateUserDto, {}, 'password', '1234567', 'Password must have at least 8 characters'],
    [UpdateUserDto, {}, 'aiConsent', 'gemini', 'aiConsent must be a list'],
    [UpdateUserDto, {}, 'aiConsent', ['Gemini'], 'aiConsent must contain only names'],
    [UpdateUserDto, {}, 'aiConsent', [['gemini']], 'aiConsent must contain only names'],
    [UpdateUserDto, {}, 'aiConsent', ['gemini', 'gemini'], 'aiConsent must not contain duplicates'],
    [UpdateUserDto, {}, 'measuresToAi', 'yes', 'measuresToAi must be true or false'],
    [UpdateUserDto, {}, 'firstName', ' ', 'Name must have 1 to 100 characters'],
    [UpdateUserDto, {}, 'firstName', null, 'Name must be text'],
    [UpdateUserDto, {}, 'lastName', 'x'.repeat(101), 'Last Name must have 1 to 100 characters'],
    [
      UpdateUserDto,
      {},
      'timeZone',
      'Europe/Atlantis',
      'Time zone must be a known one, such as Europe/Lisbon',
    ],
    [UpdateUserDto, {}, 'timeZone', 7, 'Time zone must be a known one, such as Europe/Lisbon'],
    [UpdateUserDto, {}, 'dayEndsAt', 5, 'Day end must be a full hour from 0 to 4'],
    [UpdateUserDto, {}, 'dayEndsAt', -1, 'Day end must be a full hour from 0 to 4'],
    [UpdateUserDto, {}, 'dayEndsAt', '3', 'Day end must be a full hour from 0 to 4'],
    [UpdateUserDto, {}, 'dayEndsAt', null, 'Day end must be a full hour from 0 to 4'],
    [UpdateUserDto, {}, 'language', 'tlh', 'Language must be one of en, de, es, fr, pt-BR, ar, zh-Hans'],
    [UpdateUserDto, {}, 'language', 7, 'Language must be one of en, de, es, fr, pt-BR, ar, zh-Hans'],
    [UpdateUserDto, {}, 'language', null, 'Language must be one of en, de, es, fr, pt-BR, ar, zh-Hans'],
    [UpdateUserDto, {}, 'location', '', 'Location must have 1 to 100 characters'],
    [UpdateUserDto, {}, 'location', 7, 'Location must be text'],
    [UpdateUserDto, {}, 'location', null, 'Location must be text'],
    [UpdateUserDto, {}, 'email', 'ana', 'Email must be a valid email address'],
    [UpdateUserDto, {}, 'email', null, 'Email must be a valid email address'],
    [UpdateUserDto, {}, 'password', ['a better evening'], 'Password must be text'],
    [UpdateUserDto, {}, 'password', null, 'Password must be text'],
    [UpdateUserDto, {}, 'place', 'auto:ip', 'Place must be a geo: URI such as geo:41.15,-8.61'],
    [UpdateUserDto, {}, 'place', 'geo:91,0', 'Place must be a geo: URI such as geo:41.15,-8.61'],
    [SignUpDto, person, 'firstName', '', 'Name must have 1 to 100 characters'],
    [SignUpDto, person, 'firstName', '   ', 'Name must have 1 to 100 characters'],
    [SignUpDto, person, 'firstName', 'x'.repeat(101), 'Name must have 1 to 100 characters'],
    [SignUpDto, person, 'lastName', undefined, 'Last Name must be text'],
    [SignUpDto, person, 'location', 'x'.repeat(101), 'Location must have 1 to 100 characters'],
    [SignUpDto, person, 'location', ['Porto'], 'Location must be text'],
    [SignUpDto, person, 'email', 'ana', 'Email must be a valid email address'],
    [SignUpDto, person, 'email', `${'x'.repeat(250)}@example.org`, 'Email must be a valid email address'],
    [SignUpDto, person, 'password', 'seven c', 'Password must have at least 8 characters'],
    [SignUpDto, person, 'password', 'x'.repeat(129), 'Password must have at most 128 characters'],
    [SignUpDto, person, 'password', 12_345_678, 'Password must be text'],
    [SignUpDto, person, 'passwordVal', undefined, 'Retry Password must be text'],
    [CreateAccessTokenDto, token, 'name', ' \u200b', 'Name must not be empty'],
    [CreateAccessTokenDto, token, 'name', 'x'.repeat(101), 'Name must have 1 to 100 characters'],
    [CreateAccessTokenDto, token, 'name', 'a\nb', 'Name must be one line, without control characters'],
    [CreateAccessTokenDto, token, 'scopes', [], 'Choose what the key may do'],
    [
      CreateAccessTokenDto,
      token,
      'scopes',
      ['entries:read', 'entries:read'],
      'scopes must be a list of entries:read, entries:write, each once',
    ],
    [
      CreateAccessTokenDto,
      token,
      'scopes',
      ['account:write'],
      'scopes must be a list of entries:read, entries:write, each once',
    ],
    [
      CreateAccessTokenDto,
      token,
      'scopes',
      'entries:read',
      'scopes must be a list of entries:read, entries:write, each once',
    ],
    [CreateAccessTokenDto, token, 'expiresInDays', 0, 'expiresInDays must be a whole number from 1 to 3650'],
    [
      CreateAccessTokenDto,
      token,
      'expiresInDays',
      3_651,
      'expiresInDays must be a whole number from 1 to 3650',
    ],
    [
      CreateAccessTokenDto,
      token,
      'expiresInDays',
      1.5,
      'expiresInDays must be a whole number from 1 to 3650',
    ],
    [
      CreateAccessTokenDto,
      token,
      'expiresInDays',
      null,
      'expiresInDays must be a whole number from 1 to 3650',
    ],
    [ConfirmSecondFactorDto, { code }, 'code', undefined, 'Code must be text'],
    [ConfirmSecondFactorDto, { code }, 'code', null, 'Code must be text'],
    [ConfirmSecondFactorDto, { code }, 'code', 7, 'Code must be text'],
    [ConfirmSecondFactorDto, { code }, 'code', '', 'Code must not be empty'],
    [ConfirmSecondFactorDto, { code }, 'code', '  ', 'Code must not be empty'],
    [ConfirmSecondFactorDto, { code }, 'code', ['000000'], 'Code must be text'],
    [ConfirmSecondFactorDto, { code }, 'code', '0'.repeat(51), 'Code is not valid'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', undefined, 'Code must be text'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', null, 'Code must be text'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', 7, 'Code must be text'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', '', 'Code must not be empty'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', '  ', 'Code must not be empty'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', ['000000'], 'Code must be text'],
    [SecondFactorProofDto, { code, currentPassword }, 'code', '0'.repeat(51), 'Code is not valid'],
  ])('answer of %p %j with the %s %j: %s', (type, good, field, value, words) => {
    expect(wordsOf(type, good)).toEqual([]);
    expect(wordsOf(type, { ...good, [field]: value })).toEqual([`${field}: ${words}`]);
  });
});
