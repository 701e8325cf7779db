import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suggestsSelfHarm } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { parseCatalogue } from '@inner-weather/languages/catalogue';
import { LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { ourTemplates } from '../../../lib/beginnings/templates';
import { PROMPTS } from './prompt-messages';
import { PER_DAY, promptsOf } from './prompts';

/** The number of days within which no prompt may repeat. */
const MONTH = 31;
const LOCALES = resolve(import.meta.dirname, '../../../../../libs/languages/locales');
const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);

describe('the prompts', () => {
  const prompts = PROMPTS.map(({ message = '' }) => message);

  it('do not repeat within a month, over more than a year', () => {
    const lastSeen = new Map<string, number>();
    const repeated: string[] = [];
    for (let day = 0; day < 500; day++) {
      for (const prompt of promptsOf(dayAfter(day), 'user-1')) {
        if (day - (lastSeen.get(prompt) ?? -Infinity) <= MONTH) repeated.push(prompt);
        lastSeen.set(prompt, day);
      }
    }
    expect(repeated).toEqual([]);
    expect(lastSeen.size).toBe(prompts.length);
  });

  it('fill whole days, and are short', () => {
    expect(prompts.length % PER_DAY).toBe(0);
    expect(new Set(prompts).size).toBe(prompts.length);
    for (const prompt of prompts) expect(prompt.length).toBeLessThan(60);
  });

  it('do not trigger the help lines, nor do the templates', () => {
    const templates = ourTemplates().map(({ text }) => text);
    expect([...prompts, ...templates].filter((prompt) => suggestsSelfHarm(prompt, 'entry'))).toEqual([]);
  });
});

describe.each(LANGUAGE_TAGS)('the translations of prompts, %s', (language) => {
  const ids = new Set(PROMPTS.map(({ id }) => id));
  const texts = parseCatalogue(readFileSync(resolve(LOCALES, `${language}.po`), 'utf8'))
    .filter(({ id, text }) => ids.has(id) && text !== '')
    .map(({ text }) => text);

  it('differ, are short, and do not trigger the help lines', () => {
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.filter((text) => text.length >= 90 || suggestsSelfHarm(text, 'entry'))).toEqual([]);
  });
});

describe('the prompts of a day', () => {
  it('stay the same all day, and differ between two people', () => {
    expect(promptsOf('2026-11-22', 'ana')).toEqual(promptsOf('2026-11-22', 'ana'));
    expect(promptsOf('2026-11-22', 'ana')).not.toEqual(promptsOf('2026-11-22', 'bea'));
  });
});
