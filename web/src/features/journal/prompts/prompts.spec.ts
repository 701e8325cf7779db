import { suggestsSelfHarm } from '@inner-weather/domain/self-harm/suggests-self-harm';
import { PER_DAY, PROMPTS, promptsOf } from './prompts';

/** The number of days within which no prompt may repeat. */
const MONTH = 31;
const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);

describe.each(Object.entries(PROMPTS))('the prompts in %s', (language, prompts) => {
  it('do not repeat within a month, over years', () => {
    const lastSeen = new Map<string, number>();
    for (let day = 0; day < 2_000; day++) {
      for (const prompt of promptsOf(dayAfter(day), 'user-1', language)) {
        expect(day - (lastSeen.get(prompt) ?? -Infinity)).toBeGreaterThan(MONTH);
        lastSeen.set(prompt, day);
      }
    }
    expect(lastSeen.size).toBe(prompts.length);
  });

  it('fill whole days, and are short', () => {
    expect(prompts.length % PER_DAY).toBe(0);
    expect(new Set(prompts).size).toBe(prompts.length);
    for (const prompt of prompts) expect(prompt.length).toBeLessThan(60);
  });

  it('do not trigger the help lines', () => {
    expect(prompts.filter((prompt) => suggestsSelfHarm(prompt, 'entry'))).toEqual([]);
  });
});

describe('the prompts of a day', () => {
  it('stay the same all day, and differ between two people', () => {
    expect(promptsOf('2026-11-22', 'ana')).toEqual(promptsOf('2026-11-22', 'ana'));
    expect(promptsOf('2026-11-22', 'ana')).not.toEqual(promptsOf('2026-11-22', 'bea'));
  });

  it('are in English for a language without prompts', () => {
    expect(promptsOf('2026-11-22', 'ana', 'tlh')).toEqual(promptsOf('2026-11-22', 'ana'));
  });
});
