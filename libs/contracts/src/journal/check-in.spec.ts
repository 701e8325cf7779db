import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { CreateEntryDto, UpdateEntryDto } from './entries.dto.js';
import { ImportEntryDto } from './import.dto.js';

const CREATED = { email: 'ada@example.org', location: 'Porto' };
const CHANGED = { location: 'Porto' };
const IMPORTED = { location: 'Porto', createdAt: '2026-03-02T10:00:00Z' };

/** The messages for a request, by field. */
function refused(type: new () => object, fields: object): Record<string, string[]> {
  const errors = validateSync(plainToInstance(type, fields), { stopAtFirstError: true });
  return Object.fromEntries(
    errors.map(({ property, constraints = {} }) => [property, Object.values(constraints)]),
  );
}

describe.each([
  ['a new entry', CreateEntryDto, CREATED],
  ['a changed entry', UpdateEntryDto, CHANGED],
  ['an imported entry', ImportEntryDto, IMPORTED],
])('%s', (_name, type, fields) => {
  const check = (changes: object) => refused(type, { ...fields, ...changes });

  it('may be empty as a check-in with a mood', () => {
    expect(check({ content: '', checkIn: true, inputMood: 'Tired' })).toEqual({});
    expect(check({ content: '', checkIn: true, inputMood: 'in own words' })).toEqual({});
  });

  it.each([undefined, false])('needs words with checkIn %j', (checkIn) => {
    expect(check({ content: '', checkIn, inputMood: 'Tired' })).toEqual({
      content: ['Content must not be empty'],
    });
  });

  it('needs visible words, or none at all', () => {
    expect(check({ content: ' ', checkIn: true, inputMood: 'Tired' })).toEqual({
      content: ['Content must not be empty'],
    });
    expect(check({ checkIn: true, inputMood: 'Tired' })).toEqual({ content: ['Content must be text'] });
  });

  it('may say that it is a check-in although it has words', () => {
    expect(check({ content: 'words', checkIn: true, inputMood: 'Tired' })).toEqual({});
  });

  it.each(['yes', null, 1])('refuses checkIn %j', (checkIn) => {
    expect(check({ content: 'words', checkIn, inputMood: 'Tired' })).toEqual({
      checkIn: ['checkIn must be true or false'],
    });
  });

  it.each([undefined, '', ' ', '\u200b', null])('needs a mood as a check-in, not %j', (inputMood) => {
    // A changed one may have had none, and values of measures: the journal knows.
    const isJudgedLater = type === UpdateEntryDto && inputMood?.trim() === '';
    const expected = isJudgedLater ? [] : ['inputMood'];
    expect(Object.keys(check({ content: '', checkIn: true, inputMood }))).toEqual(expected);
  });
});

it('is named as a check-in without a mood', () => {
  for (const [type, fields] of [
    [CreateEntryDto, CREATED],
    [ImportEntryDto, IMPORTED],
  ] as const)
    expect(refused(type, { ...fields, content: '', checkIn: true })).toEqual({
      inputMood: ['A check-in needs a mood'],
    });
});
