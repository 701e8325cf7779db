import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LIMITS } from '@inner-weather/domain/limits';
import { serviceConfigs } from './services/configs.js';

const rows = readFileSync(resolve(import.meta.dirname, '../docs/limits.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));

const rowsThatName = (name: string): string[] => rows.filter((row) => row.includes(`\`${name}\``));

const configs = await serviceConfigs();

describe('docs/limits.md', () => {
  it.each(Object.entries(LIMITS))('says that %s is %d', (name, value) => {
    const found = rowsThatName(name);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`(?<!\\w)${value.toLocaleString('en')}\\b`));
  });

  const defaults = new Map(configs.flatMap(([, config]) => Object.entries(new config())));
  const limits = [...defaults]
    .filter(([name]) => name.includes('_PER_'))
    .map(([name, value]) => [name, Number(value)] as const);

  it.each(limits)('says that %s is %d by default', (name, value) => {
    const found = rowsThatName(name);
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) expect(row).toContain(` ${value.toLocaleString('en')} `);
  });
});
