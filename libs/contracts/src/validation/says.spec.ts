import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

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
