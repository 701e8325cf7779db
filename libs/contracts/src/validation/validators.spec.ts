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

  it('count hearts in code points, of which each has two', () => {
    const withMood = (count: number) => ({ ...entry, inputMood: '❤️'.repeat(count) });
    expect(problems(CreateEntryDto, withMood(25))).toEqual([]);
    expect(problems(CreateEntryDto, withMood(26))).toEqual(['inputMood']);
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

  it('turn the limit of a search into a number', () => {
    expect(plainToInstance(SearchEntriesDto, { ...search, limit: '20' }).limit).toBe(20);
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

  const imported = { ...entry, createdAt: '2026-01-01T00:00Z', formerIds: ['x'] };
  const realDay = 'must be a real day in the form YYYY-MM-DD';
  const oneTo100 = 'must have 1 to 100 characters';
  const long = 'x'.repeat(101);
  const soon = new Date(Date.now() + 360_000).toISOString();
  const dateForm =
    'Date must be a time with its UTC offset such as 2026-11-20T21:30:00+01:00, from 1900 to now';
  const scopes = 'scopes must be a list of entries:read, entries:write, each once';
  const codes: Rule[] = [
    ['code', 'Code must be text', undefined, null, 7, ['000000']],
    ['code', 'Code must not be empty', '', '  '],
    ['code', 'Code is not valid', '0'.repeat(51)],
  ];

  /** A field of a good request, what is said of it, and with which values. */
  type Rule = [field: string, words: string, ...values: unknown[]];
  type Wrong = [type: new () => object, good: object, ...rule: Rule];

  it.each<Wrong>([
    [CreateEntryDto, entry, 'content', 'Content must not be empty', ' \n\t '],
    [CreateEntryDto, entry, 'content', 'Content must have at most 20000 characters', 'x'.repeat(20_001)],
    [CreateEntryDto, entry, 'inputMood', 'Mood must have 1 to 50 characters', ' '],
    [CreateEntryDto, entry, 'tags', 'tags must contain only text', [5]],
    [CreateEntryDto, entry, 'tags', 'Each tag must have 1 to 30 characters', ['']],
    [CreateEntryDto, entry, 'tags', 'An entry can have at most 10 tags', [...'abcdefghijk']],
    [CreateEntryDto, entry, 'location', `Location ${oneTo100}`, ''],
    [CreateEntryDto, entry, 'email', 'Email must be a valid email address', { $gt: '' }],
    [CreateEntryDto, entry, 'weatherData', 'Weather must have at most 200 characters', 'x'.repeat(201)],
    [CreateEntryDto, entry, 'checkIn', 'checkIn must be true or false', 'yes'],
    [CreateEntryDto, entry, 'date', dateForm, '2026-11-20'],
    [CreateEntryDto, entry, 'date', 'Date must not be in the future', soon],
    [UpdateEntryDto, { ...entry, inputMood: 'Sad' }, 'inputMood', 'Mood must be text', null],
    [ImportEntryDto, imported, '_id', '_id must be text', { $gt: '' }],
    [
      ImportEntryDto,
      imported,
      'createdAt',
      'createdAt must be a time such as 2026-11-21T18:30:00Z, from 1900 to now',
      'yesterday',
    ],
    [ImportEntryDto, imported, 'temperature', 'Temperature must be from -100 to 70 °C', 71],
    [ImportEntryDto, imported, 'day', `day ${realDay}`, '2020-02-30', 7],
    [
      ImportEntryDto,
      imported,
      'formerIds',
      'formerIds must be a list of at most 3 ids of 1 to 100 characters',
      ...[[''], 'x', Array(4).fill('x'), [long], [7]],
    ],
    [SearchEntriesDto, search, 'limit', 'limit must be at least 1', '0'],
    [SearchEntriesDto, search, 'limit', 'limit must be at most 500', '501'],
    [SearchEntriesDto, search, 'limit', 'limit must be a whole number', '1.5', ['1', '2'], 'many'],
    [SearchEntriesDto, search, 'startDate', `Date From ${realDay}`, '2025-02-29'],
    [SearchEntriesDto, search, 'endDate', `Date To ${realDay}`, 'today'],
    [SearchEntriesDto, search, 'tz', 'tz must be an IANA time zone such as Europe/Lisbon', '+02:00'],
    [SearchEntriesDto, search, 'cursor', 'cursor is not valid', 'x'.repeat(201)],
    [FindEntriesDto, search, 'words', 'You can search for at most 200 characters', 'x'.repeat(201)],
    [
      FindEntriesDto,
      search,
      'weather',
      'weather must be one of clear, cloudy, fog, rain, snow, storm, other',
      'frogs',
    ],
    [FindEntriesDto, search, 'hasWeather', 'hasWeather must be true or false', 'true'],
    [ListDaysDto, { year: '2026' }, 'year', 'year must be at least 1900', '1'],
    [ListDaysDto, { year: '2026' }, 'year', 'year must be a whole number', 'soon'],
    [GetStatisticsDto, range, 'from', `from ${realDay}`, '2026-02-30'],
    [RequestInsightDto, {}, 'range', 'range must have at most 50 characters', 'x'.repeat(51)],
    [RequestInsightDto, {}, 'again', 'again must be true or false', 'yes'],
    [ListInsightsDto, {}, 'limit', 'limit must be at least 1', '0'],
    [ChangeInsightDto, {}, 'title', 'title must have at most 100 characters', long],
    [ChangeInsightDto, {}, 'useful', 'useful must be true, false or null', 'yes'],
    [FindPlacesDto, { name: 'Porto' }, 'name', `name ${oneTo100}`, ' '],
    [FindPlacesDto, { name: 'Porto' }, 'whole', 'whole must be true or false', 'yes'],
    [UpdateUserDto, {}, 'firstName', `Name ${oneTo100}`, '', ' '],
    [UpdateUserDto, {}, 'firstName', 'Name must be text', null],
    [UpdateUserDto, {}, 'lastName', 'Last Name must be text', null],
    [UpdateUserDto, {}, 'lastName', `Last Name ${oneTo100}`, long],
    [
      UpdateUserDto,
      {},
      'timeZone',
      'Time zone must be a known one, such as Europe/Lisbon',
      ...['', 'Europe/Atlantis', 7],
    ],
    [UpdateUserDto, {}, 'dayEndsAt', 'Day end must be a full hour from 0 to 4', 1.5, 5, -1, '3', null],
    [
      UpdateUserDto,
      {},
      'language',
      'Language must be one of en, de, es, fr, pt-BR, ar, zh-Hans',
      ...['pt', 'tlh', 7, null],
    ],
    [UpdateUserDto, {}, 'location', `Location ${oneTo100}`, ''],
    [UpdateUserDto, {}, 'location', 'Location must be text', 7, null],
    [UpdateUserDto, {}, 'email', 'Email must be a valid email address', 'ana', null],
    [UpdateUserDto, {}, 'password', 'Password must have at most 128 characters', 'x'.repeat(129)],
    [UpdateUserDto, {}, 'password', 'Password must have at least 8 characters', 'seven c'],
    [UpdateUserDto, {}, 'password', 'Password must be text', ['a better evening'], null],
    [UpdateUserDto, {}, 'aiConsent', 'aiConsent must be a list', 'gemini'],
    [UpdateUserDto, {}, 'aiConsent', 'aiConsent must contain only names', ['Gemini'], [['gemini']]],
    [UpdateUserDto, {}, 'aiConsent', 'aiConsent must not contain duplicates', ['gemini', 'gemini']],
    [UpdateUserDto, {}, 'measuresToAi', 'measuresToAi must be true or false', 'yes'],
    [UpdateUserDto, {}, 'place', 'Place must be a geo: URI such as geo:41.15,-8.61', 'auto:ip', 'geo:91,0'],
    [SignUpDto, person, 'firstName', `Name ${oneTo100}`, '', '   ', long],
    [SignUpDto, person, 'lastName', 'Last Name must be text', undefined],
    [SignUpDto, person, 'location', `Location ${oneTo100}`, long],
    [SignUpDto, person, 'location', 'Location must be text', ['Porto']],
    [
      SignUpDto,
      person,
      'email',
      'Email must be a valid email address',
      'ana',
      `${'x'.repeat(250)}@example.org`,
    ],
    [SignUpDto, person, 'password', 'Password must have at least 8 characters', 'seven c'],
    [SignUpDto, person, 'password', 'Password must have at most 128 characters', 'x'.repeat(129)],
    [SignUpDto, person, 'password', 'Password must be text', 12_345_678],
    [SignUpDto, person, 'passwordVal', 'Retry Password must be text', undefined],
    [CreateAccessTokenDto, token, 'name', 'Name must not be empty', ' \u200b'],
    [CreateAccessTokenDto, token, 'name', `Name ${oneTo100}`, long],
    [CreateAccessTokenDto, token, 'name', 'Name must be one line, without control characters', 'a\nb'],
    [CreateAccessTokenDto, token, 'scopes', 'Choose what the key may do', []],
    [
      CreateAccessTokenDto,
      token,
      'scopes',
      scopes,
      ['entries:read', 'entries:read'],
      ['account:write'],
      'entries:read',
    ],
    [
      CreateAccessTokenDto,
      token,
      'expiresInDays',
      'expiresInDays must be a whole number from 1 to 3650',
      0,
      3_651,
      1.5,
      null,
    ],
    ...codes.map((rule): Wrong => [ConfirmSecondFactorDto, { code }, ...rule]),
    ...codes.map((rule): Wrong => [SecondFactorProofDto, { code, currentPassword }, ...rule]),
  ])('answer of %p %j with a wrong %s: %s', (type, good, field, words, ...values) => {
    expect(wordsOf(type, good)).toEqual([]);
    for (const value of values)
      expect([value, wordsOf(type, { ...good, [field]: value })]).toEqual([value, [`${field}: ${words}`]]);
  });
});
