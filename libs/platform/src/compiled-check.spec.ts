import 'reflect-metadata';
import { EVENTS } from '@inner-weather/contracts/messaging/events';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { firstProblem } from './compiled-check.js';

class Pet {
  @IsString()
  name: string;

  @IsOptional()
  @IsInt()
  age?: number;
}

class Named {
  @Matches(/^\w+$/)
  @IsString()
  name: string;

  @IsOptional()
  @IsString()
  note?: string;
}

class Person extends Named {
  @IsString({ each: true })
  @ArrayMaxSize(2)
  @IsArray()
  tags: string[];

  @ValidateIf((person: Person) => person.note !== undefined)
  @IsIn(['a', 'b'])
  kind?: string;

  @ValidateNested()
  @Type(() => Pet)
  pet: Pet;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Pet)
  others?: Pet[];

  @IsInt({ validateIf: (person: Person) => person.name !== 'any' })
  height: number;
}

class Grouped {
  @IsString({ groups: ['some'] })
  name: string;
}

const person = { name: 'Ada', tags: ['x'], pet: { name: 'Rex' }, height: 170 };

describe('a compiled check', () => {
  it.each<[string, object]>([
    ['right', person],
    ['with all that it may have', { ...person, note: 'n', kind: 'a', others: [{ name: 'Tom', age: 3 }] }],
    ['with fields of its own', { ...person, more: 1, pet: { name: 'Rex', more: 1 } }],
    ['with an absent condition', { ...person, kind: 'c' }],
    ['with a condition', { ...person, note: 'n', kind: 'c' }],
    ['with null where something is optional', { ...person, note: null, kind: 'a' }],
    ['without an inherited field', { ...person, name: undefined }],
    ['with a wrong inherited field', { ...person, name: 'A B' }],
    ['with a wrong item', { ...person, tags: ['x', 1] }],
    ['with a text for a list', { ...person, tags: 'x' }],
    ['with too many items', { ...person, tags: ['x', 'y', 'z'] }],
    ['without what is nested', { ...person, pet: undefined }],
    ['with null for what is nested', { ...person, pet: null }],
    ['with a text for what is nested', { ...person, pet: 'Rex' }],
    ['with a list for what is nested', { ...person, pet: [{ name: 'Rex' }] }],
    ['with something wrong in what is nested', { ...person, pet: { name: 'Rex', age: 'old' } }],
    ['with something wrong in a nested list', { ...person, others: [{ name: 'Tom' }, { age: 3 }] }],
    ['with a rule that does not apply', { ...person, name: 'any', height: 'tall' }],
    ['with a rule that applies', { ...person, height: 'tall' }],
    [
      'with an own constructor within',
      JSON.parse('{"name":"Ada","tags":[],"pet":{"constructor":1},"height":1}'),
    ],
  ])('judges an object %s as class-validator does', (_what, input) => {
    const [checked, validated] = [plainToInstance(Person, input), plainToInstance(Person, input)];
    const problems = validateSync(validated, { whitelist: true, forbidUnknownValues: false });
    expect(firstProblem(checked)).toBe(problems[0]?.property);
    if (problems.length === 0) expect(checked).toEqual(validated);
  });

  it('refuses a rule that it does not know, in place of leaving it out', () => {
    expect(() => firstProblem(new Grouped())).toThrow('a rule of Grouped.name cannot be compiled');
  });

  const wanted = {
    ...{ entryId: 'e', userId: 'u', createdAt: '2026-11-20T18:00:00Z', day: '2026-11-20' },
    ...{ weatherKey: 'k', location: 'Porto', weatherStatus: 'pending' },
  };
  const observed = {
    ...{ entryId: 'e', weatherKey: 'k', condition: 'Sunny', provider: 'test' },
    ...{ observedAt: '2026-11-20T18:00:00Z', moment: '2026-11-20T18:00:00Z' },
  };

  it.each<[string, keyof typeof EVENTS, object]>([
    ['location', 'journal.entry.created.v1', { ...wanted, location: undefined }],
    ['location', 'journal.entry.created.v1', { ...wanted, location: '' }],
    ['location', 'journal.entry.created.v1', { ...wanted, location: 'x'.repeat(101) }],
    ['location', 'journal.entry.created.v1', { ...wanted, location: { $ne: null } }],
    ['place', 'journal.entry.created.v1', { ...wanted, place: 'auto:ip' }],
    ['weatherStatus', 'journal.entry.created.v1', { ...wanted, weatherStatus: 'lost' }],
    ['entryId', 'weather.observation.ready.v1', { ...observed, entryId: undefined }],
    ['condition', 'weather.observation.ready.v1', { ...observed, condition: { $ne: 1 } }],
    ...[{ $gt: 0 }, '12', 71, -101].map((temperature): [string, 'weather.observation.ready.v1', object] => [
      'temperature',
      'weather.observation.ready.v1',
      { ...observed, temperature },
    ]),
  ])('refuses a wrong %s in %s (%j)', (field, name, body) => {
    const right = name === 'journal.entry.created.v1' ? wanted : observed;
    expect(firstProblem(right, EVENTS[name].payload)).toBeUndefined();
    expect(firstProblem(body, EVENTS[name].payload)).toBe(field);
  });

  it.each(Object.entries(EVENTS))('compiles %s, which no empty object is', (_name, { payload }) => {
    expect(firstProblem({}, payload)).toEqual(expect.any(String));
  });
});
