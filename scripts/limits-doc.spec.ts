import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LIMITS } from '@inner-weather/contracts/limits';
import { AuthConfig } from '../services/auth/src/config.js';
import { InsightsConfig } from '../services/insights/src/config.js';

const rows = readFileSync(resolve(import.meta.dirname, '../docs/limits.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));

const rowsThatName = (name: string): string[] => rows.filter((row) => row.includes(`\`${name}\``));

describe('docs/limits.md', () => {
  it.each(Object.entries(LIMITS))('says that %s is %d', (name, value) => {
    const found = rowsThatName(name);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`\\b${value.toLocaleString('en')}\\b`));
  });

  const defaults = { ...new AuthConfig(), ...new InsightsConfig() };
  const limits = Object.entries(defaults).filter(([name]) => name.includes('_PER_'));

  it.each(limits)('says that %s is %d by default', (name, value) => {
    const found = rowsThatName(name);
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) expect(row).toContain(` ${String(value)} `);
  });
});
