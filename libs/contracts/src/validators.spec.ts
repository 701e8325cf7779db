import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { SignUpDto } from './auth.dto.js';
import { CreateEntryDto, SearchEntriesDto, UpdateEntryDto } from './entries.dto.js';
import { isDay, isTimeZone } from './validators.js';

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

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Lisbon', 'Pacific/Apia'])('accepts %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });
  it.each(['', 'Mars/Olympus', '+02:00', '../etc', 5, null])('refuses %p', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });
});

describe('the DTO classes', () => {
  it('take the documented entry, with and without mood and weather', () => {
    expect(problems(CreateEntryDto, entry)).toEqual([]);
    expect(problems(CreateEntryDto, { ...entry, inputMood: 'Very Happy', weatherData: 'Sunny' })).toEqual([]);
  });

  it.each([
    ['content', '   \n'],
    ['content', 'x'.repeat(20_001)],
    ['content', { $gt: '' }],
    ['inputMood', 'Ecstatic'],
    ['location', '  '],
    ['location', 'x'.repeat(101)],
    ['email', 'ana'],
    ['weatherData', ['Sunny']],
  ])('refuse an entry whose %s is bad', (field, value) => {
    expect(problems(CreateEntryDto, { ...entry, [field]: value })).toEqual([field]);
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
