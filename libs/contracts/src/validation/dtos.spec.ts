import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { getMetadataStorage, validateSync, ValidationTypes } from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { CreateEntryDto, UpdateEntryDto } from '../journal/entries.dto.js';
import { ImportEntryDto } from '../journal/import.dto.js';
import { SignUpDto } from '../accounts/registration.dto.js';
import { UpdateUserDto } from '../accounts/users.dto.js';
import { PutBeginningsDto } from '../beginnings/beginnings.dto.js';
import { OwnMoodFields } from '../moods/moods.dto.js';
import { DescribePhotoDto } from '../photos/photos.dto.js';

const SRC = resolve(import.meta.dirname, '..');

/** They have no text of their own. */
const WITHOUT_TEXT: string[] = [
  ValidationTypes.CONDITIONAL_VALIDATION,
  ValidationTypes.NESTED_VALIDATION,
  ValidationTypes.WHITELIST,
];

/** What the operator writes into a file, and no client. */
const OF_OPERATORS = ['HelpLineDto', 'HelpLinesDto'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.dto.ts'),
);
const classes: (new () => object)[] = [];
// One after the other, since Jest cannot load files at the same time.
for (const file of files) {
  const values = Object.values((await import(resolve(SRC, file))) as Record<string, unknown>);
  classes.push(...values.filter(isClass));
}

function isClass(value: unknown): value is new () => object {
  return typeof value === 'function' && /^class\b/.test(String(value));
}

const rulesOf = (type: new () => object) =>
  getMetadataStorage()
    .getTargetValidationMetadatas(type, '', true, false)
    .filter((rule) => !WITHOUT_TEXT.includes(rule.type));

describe('the rules of the DTO classes', () => {
  it('are found', () => {
    expect(classes.length).toBeGreaterThan(40);
    expect(classes.flatMap(rulesOf).length).toBeGreaterThan(100);
  });

  it.each(
    classes.filter(({ name }) => !OF_OPERATORS.includes(name)).map((type) => [type.name, type] as const),
  )('answer a code with every text of %s, so that a page can word it in another language', (_name, type) => {
    const missing = rulesOf(type)
      .filter(({ message, context }) => {
        const { code } = (context ?? {}) as { code?: unknown };
        return typeof message !== 'string' || typeof code !== 'string';
      })
      .map(({ propertyName, name, message }) => ({ propertyName, name, message }));
    expect(missing).toEqual([]);
  });
});

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

/** Characters in a name that could change its meaning or the text around it. */
const UNSEEN = {
  'line breaks': 'Ana\r\n\r\nClick here',
  'a tab': 'Ana\tSilva',
  'a null': 'Ana\u0000',
  'an escape': 'Ana\u001b[31m',
  'the second controls': 'Ana\u0085Silva',
  'the line breaks of Unicode': 'Ana\u2028Silva\u2029!',
  'an override': 'Ana\u202egnp.exe',
  'an embedding': 'Ana\u202aSilva\u202c',
  'an isolate': 'Ana\u2067Silva\u2069',
  'half a character': 'Ana\ud83d',
  'a noncharacter': 'Ana\ufffe',
};
const CASES = Object.entries(UNSEEN);

const PERSON = {
  firstName: 'Ana',
  lastName: 'Silva',
  location: 'Porto',
  email: 'ana@example.org',
  password: 'a good evening',
  passwordVal: 'a good evening',
};

const problems = (dto: object) =>
  validateSync(dto, { whitelist: true }).map((problem) => [
    problem.property,
    Object.values(problem.constraints ?? {}),
  ]);

describe.each(['firstName', 'lastName', 'location'])('the %s of a person', (field) => {
  it.each(CASES)('is refused with %s, at the sign-up and later', (_what, text) => {
    const words = [expect.stringMatching(/ must be one line, without control characters$/)];
    const signUp = plainToInstance(SignUpDto, { ...PERSON, [field]: text });
    expect(problems(signUp)).toEqual([[field, words]]);
    expect(problems(plainToInstance(UpdateUserDto, { [field]: text }))).toEqual([[field, words]]);
  });

  it.each(['Ana María', 'נועה', 'علی‌رضا', 'さくら', 'O’Neill-Łoś', '👩🏽‍🚀', 'a\u200fb'])(
    'may be %s',
    (text) => {
      expect(problems(plainToInstance(SignUpDto, { ...PERSON, [field]: text }))).toEqual([]);
    },
  );
});

describe('the city and the mood of an entry', () => {
  const entry = { email: 'ana@example.org', content: 'Two\nlines', location: 'Porto', inputMood: 'Calm' };
  const visible = /^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u2069]+$/u;

  it.each(CASES)('are one line where they came with %s: no entry is refused over it', (_what, text) => {
    const given = { ...entry, location: text, inputMood: text, createdAt: '2026-01-01T10:00:00Z' };
    for (const dto of [
      plainToInstance(CreateEntryDto, { ...given, inputMood: 'Happy' }),
      plainToInstance(UpdateEntryDto, given),
      plainToInstance(ImportEntryDto, given),
    ]) {
      expect(problems(dto)).toEqual([]);
      expect(dto.location).toMatch(visible);
      expect(dto.inputMood).toMatch(visible);
      expect(dto.content).toBe('Two\nlines');
    }
  });

  it('leave words of several lines without control characters, wherever they are stored', () => {
    const text = 'a\r\nb\tc\0d\u0007\u0085e\v\ud83d\ufffe\ufdd0f 👩🏽‍🚀\u200f\u202e';
    const kept = 'a\nb\tc\ufffdd\ufffd\ne\n\ufffd\ufffd\ufffdf 👩🏽‍🚀\u200f\u202e';
    const written = { ...entry, content: text };
    expect(plainToInstance(CreateEntryDto, written).content).toBe(kept);
    expect(plainToInstance(UpdateEntryDto, written).content).toBe(kept);
    expect(plainToInstance(ImportEntryDto, written).content).toBe(kept);
    expect(plainToInstance(DescribePhotoDto, { description: text }).description).toBe(kept);
    const template = { _id: 'a', name: 'A' };
    expect(plainToInstance(PutBeginningsDto, { templates: [{ ...template, text }, null] }).templates).toEqual(
      [{ ...template, text: kept }, null],
    );
    expect(plainToInstance(OwnMoodFields, { formerNames: ['a\0b', 5] }).formerNames).toEqual(['a b', 5]);
    const imported = plainToInstance(ImportEntryDto, { ...entry, weatherData: 'Light\0rain' });
    expect(imported.weatherData).toBe('Light rain');
  });

  it('are missing where they hold nothing else', () => {
    const given = { ...entry, location: '\u202e\n', inputMood: '\u0000', content: '\0\u0007' };
    expect(problems(plainToInstance(CreateEntryDto, given)).map(([field]) => field)).toEqual([
      'content',
      'inputMood',
      'location',
    ]);
  });
});
