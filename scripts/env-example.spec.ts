import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceConfigs } from './services/configs.js';

const FILE = resolve(import.meta.dirname, '../.env.example');

/** Every line that sets a variable, also one that is commented out. */
function readExample(): Map<string, string> {
  const lines = readFileSync(FILE, 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return new Map(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

const configs = await serviceConfigs();

// ASVS 13.1.1
describe('.env.example', () => {
  it.each(configs)('names every variable of %s with its default', (_, config) => {
    const example = readExample();
    const defaults = Object.entries(new config()).map(([name, value]) => [name, String(value ?? '')]);
    expect(defaults.length).toBeGreaterThan(3);
    expect(defaults.map(([name = '']) => [name, example.get(name)])).toEqual(defaults);
  });
});
