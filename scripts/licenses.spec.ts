import { resolve } from 'node:path';
import { licensesOf } from '../web/build/licenses.js';

const RULE = `\n${'-'.repeat(80)}\n`;

describe('the licences', () => {
  const parts = licensesOf(resolve(import.meta.dirname, '..')).split(RULE);
  const partOf = (name: string) => parts.find((part) => new RegExp(`^${name} \\d`, 'm').test(part));

  it.each(['react', '@nestjs/core', 'mongoose', '@node-rs/argon2', '@fontsource-variable/newsreader'])(
    'have the text of %s',
    (name) => expect(partOf(name)).toMatch(/Copyright/),
  );

  it('have our own', () => expect(parts[0]).toMatch(/Inner Weather\n\nMIT License/));

  it('have none of tools and tests', () => {
    for (const name of ['jest', 'vite', 'eslint']) expect(partOf(name)).toBeUndefined();
  });

  it('lack the text of those only that hold none', () => {
    const without = parts.find((part) => part.includes('Its package holds no text'));
    expect(without?.trim().split('\n').length).toBeLessThan(15);
  });
});
