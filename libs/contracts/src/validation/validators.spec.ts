import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { SignUpDto } from '../accounts/registration.dto.js';
import { LoginDto } from '../accounts/sign-in.dto.js';
import { UpdateUserDto } from '../accounts/users.dto.js';
import { CreateEntryDto, SearchEntriesDto, UpdateEntryDto } from '../journal/entries.dto.js';
import { ImportEntriesDto, ImportEntryDto } from '../journal/import.dto.js';
import { ListInsightsDto, RequestInsightDto } from '../insights/insights.dto.js';
import { RequestResetDto, ResetPasswordDto } from '../accounts/recovery.dto.js';
import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  SecondFactorProofDto,
} from '../accounts/second-factor.dto.js';
import { HasNoRepeats, isDay, isMoment } from './validators.js';

const problems = <T extends object>(type: new () => T, input: object) =>
  validateSync(plainToInstance(type, input), { whitelist: true }).map((problem) => problem.property);

const entry = { email: 'ana@example.org', content: 'A day.', location: 'Porto' };

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

  it.each([
    ['content', '   \n'],
    ['content', 'x'.repeat(20_001)],
    ['content', { $gt: '' }],
    ['inputMood', 'x'.repeat(51)],
    ['inputMood', ' '],
    ['date', '2026-11-20'],
    ['date', '2026-11-20T18:30:00'],
    ['date', '1899-12-31T23:59:59Z'],
    ['date', new Date(Date.now() + 6 * 60_000).toISOString()],
    ['tags', 'river'],
    ['tags', ['river', 5]],
    ['tags', ['  ']],
    ['tags', ['x'.repeat(31)]],
    ['tags', Array.from({ length: 11 }, (_, n) => `tag ${n}`)],
    ['location', '  '],
    ['location', 'x'.repeat(101)],
    ['email', 'ana'],
    ['weatherData', ['Sunny']],
  ])('refuse an entry whose %s is bad', (field, value) => {
    expect(problems(CreateEntryDto, { ...entry, [field]: value })).toEqual([field]);
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
});
