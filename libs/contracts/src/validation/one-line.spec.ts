import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { SignUpDto } from '../accounts/registration.dto.js';
import { UpdateUserDto } from '../accounts/users.dto.js';
import { CreateEntryDto, UpdateEntryDto } from '../journal/entries.dto.js';
import { ImportEntryDto } from '../journal/import.dto.js';
import { PutBeginningsDto } from '../beginnings/beginnings.dto.js';
import { OwnMoodFields } from '../moods/moods.dto.js';
import { DescribePhotoDto } from '../photos/photos.dto.js';

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
