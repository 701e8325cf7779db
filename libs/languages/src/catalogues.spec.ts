import {
  compileMessageOrThrow,
  type CompiledMessage,
  type CompiledMessageToken,
} from '@lingui/message-utils/compileMessage';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseCatalogue } from './catalogue.js';
import { LANGUAGE_TAGS } from './languages.js';

const LOCALES = resolve(import.meta.dirname, '../locales');

const readPo = (language: string): string => readFileSync(resolve(LOCALES, `${language}.po`), 'utf8');

/** The messages of a language, by id. In English a message without an explicit id has its own text. */
const readMessages = (language: string): Map<string, string> =>
  new Map(parseCatalogue(readPo(language)).map(({ id, text }) => [id, text]));

const english = readMessages('en');

it('there is a catalogue for each language, and no other', () => {
  expect(readdirSync(LOCALES).sort()).toEqual(LANGUAGE_TAGS.map((language) => `${language}.po`).sort());
});

describe.each(LANGUAGE_TAGS)('the catalogue of %s', (language) => {
  const messages = readMessages(language);
  /** The messages that compile. */
  const compiled = new Map([...messages].flatMap(([id, text]) => (compile(text) ? [[id, text]] : [])));

  it('has the messages of the English one, and no other', () => {
    expect([...english].flatMap(([id, text]) => (messages.has(id) ? [] : [text]))).toEqual([]);
    expect([...messages].flatMap(([id, text]) => (english.has(id) ? [] : [text]))).toEqual([]);
  });

  it('has a text for each message', () => {
    expect(
      [...messages].flatMap(([id, text]) => (text.trim() === '' ? [english.get(id) ?? id] : [])),
    ).toEqual([]);
  });

  it('has only messages that compile', () => {
    expect([...messages].flatMap(([id, text]) => (compiled.has(id) ? [] : [text]))).toEqual([]);
  });

  it('has the placeholders and tags of the English messages', () => {
    const wrong = [...compiled].filter(([id, text]) => {
      const variants = variantsOf(compile(english.get(id) ?? '') ?? []);
      return text !== '' && [...variantsOf(compile(text) ?? [])].some((variant) => !variants.has(variant));
    });
    expect(wrong.map(([id, text]) => ({ english: english.get(id), text }))).toEqual([]);
  });

  it('has each plural in every category of the language', () => {
    const lacking = [...compiled.values()].flatMap((text) => {
      const missing = missingCategories(language, compile(text) ?? []);
      return missing.length > 0 ? [{ text, missing }] : [];
    });
    expect(lacking).toEqual([]);
  });

  it('has no message that is obsolete or was guessed', () => {
    expect(readPo(language).match(/^#(~|,.*fuzzy).*/gm) ?? []).toEqual([]);
  });
});

describe('the checks of a catalogue', () => {
  const variants = (text: string) => [...variantsOf(compile(text) ?? [])];

  it('sees the placeholders and tags of each text that a message can become', () => {
    expect(variants('Hello')).toEqual(['']);
    expect(variants('{b} and {a}, <1>c</1><0/>')).toEqual(['</1> <0/> <1> a b']);
    expect(variants('{n, plural, one {a day} other {# days in {city}}}')).toEqual(['# n', '# city n']);
    expect(variants('{n, plural, one {a} other {<0>b</0>}} {k, select, x {{y}} other {}}')).toEqual([
      '# k n y',
      '# k n',
      '</0> <0> k n y',
      '</0> <0> k n',
    ]);
  });

  it('sees which categories a plural lacks, also inside of another', () => {
    const missing = (language: string, text: string) => missingCategories(language, compile(text) ?? []);
    expect(missing('de', '{n, plural, one {a} other {b}}')).toEqual([]);
    expect(missing('de', '{n, plural, =0 {a} other {b}}')).toEqual(['one']);
    expect(missing('de', '{n, plural, one {a}}')).toEqual(['other']);
    expect(missing('de', '{k, select, x {a}}')).toEqual(['other']);
    expect(missing('ar', '{k, select, other {{n, plural, one {a} other {b}}}}')).toEqual(
      expect.arrayContaining(['zero', 'two', 'few', 'many']),
    );
    expect(missing('fr', '{n, plural, one {a} other {b}}')).toEqual([]);
    expect(missing('en', '{n, selectordinal, one {a} other {b}}')).toEqual(
      expect.arrayContaining(['two', 'few']),
    );
  });

  it('sees a message that does not compile', () => {
    expect(compile('{n, plural, one {a}')).toBeUndefined();
  });
});

function compile(text: string): CompiledMessage | undefined {
  try {
    return compileMessageOrThrow(text);
  } catch {
    return undefined;
  }
}

/** A message's choice by a number or a word. */
interface Choice {
  argument: string;
  type: string;
  /** The texts by category or word. */
  branches: Map<string, CompiledMessage>;
}

function choiceOf(token: CompiledMessageToken): Choice | undefined {
  if (typeof token === 'string') return undefined;
  const [argument, type = '', format] = token;
  if (!['plural', 'select', 'selectordinal'].includes(type)) return undefined;
  const { offset: _, ...branches } = format as Record<string, CompiledMessage>;
  return { argument, type, branches: new Map(Object.entries(branches)) };
}

/** The placeholders and tags of each text that a message can become, one text for each combination of its branches. */
function variantsOf(message: CompiledMessage): Set<string> {
  let variants: string[][] = [[]];
  for (const token of message) {
    const additions = additionsOf(token);
    variants = variants.flatMap((variant) => additions.map((addition) => [...variant, ...addition]));
  }
  return new Set(variants.map(writeVariant));
}

function additionsOf(token: CompiledMessageToken): string[][] {
  if (typeof token === 'string') return [token.match(/<\/?\d+\/?>/g) ?? []];
  const choice = choiceOf(token);
  if (!choice) return [[token[0]]];
  return [...choice.branches].flatMap(([name, branch]) =>
    [...variantsOf(branch)].map((variant) => [
      choice.argument,
      ...(showsNumber(choice, name, branch) ? ['#'] : []),
      ...variant.split(' ').filter(Boolean),
    ]),
  );
}

/** A branch for a single number may write it as a word: "one day" is as good as "1 day". */
const SINGLE = /^(zero|one|two|\d+)$/;

function showsNumber({ type, argument }: Choice, name: string, branch: CompiledMessage): boolean {
  if (type === 'select') return false;
  return SINGLE.test(name) || branch.some((token) => token === '#' || token[0] === argument);
}

/** A placeholder may be written twice, a tag may not. */
const writeVariant = (names: string[]): string =>
  names
    .filter((name, index) => name.startsWith('<') || names.indexOf(name) === index)
    .sort()
    .join(' ');

/** The categories of the language that a plural in the message does not have, and `other` if a choice of words lacks it. */
function missingCategories(language: string, message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    const choice = choiceOf(token);
    if (!choice) return [];
    const inside = [...choice.branches.values()].flatMap((branch) => missingCategories(language, branch));
    const needed = categoriesOf(language, choice.type);
    return [...needed.filter((category) => !choice.branches.has(category)), ...inside];
  });
}

/**
 * Spanish, French and Portuguese have `many` for whole millions only ("un millón de días"), which no number here reaches.
 * Without it, Lingui takes `other`.
 */
const MANY_IS_MILLIONS = ['es', 'fr', 'pt-BR'];

function categoriesOf(language: string, choice: string): string[] {
  if (choice === 'select') return ['other'];
  const type = choice === 'plural' ? 'cardinal' : 'ordinal';
  const categories = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  return categories.filter((category) => category !== 'many' || !MANY_IS_MILLIONS.includes(language));
}
