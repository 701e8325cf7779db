import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MOOD_SCORES, MOODS } from '@inner-weather/domain/entries/moods';
import { skyOf } from '@inner-weather/domain/weather/skies';
import { figures, figuresFile } from './figures.mjs';

const contracts = { moods: MOODS, scores: MOOD_SCORES, skyOf };
const FILE = resolve(import.meta.dirname, '../../web/src/features/landing/sample-figures.gen.ts');

describe("the landing page's figures", () => {
  it('are those of the sample entries: npm run demo:figures writes them', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(figuresFile(contracts));
  });

  it('have a day for each of the year, and clear days as the brightest, as the picture says', () => {
    const { days, skies } = figures(contracts);
    expect(days).toMatch(/^[.0-5]{365}$/);
    const [brightest, next] = skies.filter((group) => group.days >= 10);
    expect(brightest?.sky).toBe('clear');
    expect(brightest!.mean - next!.mean).toBeGreaterThan(0.3);
  });
});
