import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AuthConfig } from '../services/auth/src/config.js';
import { GatewayConfig } from '../services/gateway/src/config.js';
import { InsightsConfig } from '../services/insights/src/config.js';
import { JournalConfig } from '../services/journal/src/config.js';
import { WeatherConfig } from '../services/weather/src/config.js';

const FILE = resolve(import.meta.dirname, '../.env.example');

/** Every line that sets a variable, also one that is commented out. */
function readExample(): Map<string, string> {
  const lines = readFileSync(FILE, 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return new Map(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

describe('.env.example', () => {
  it.each([AuthConfig, GatewayConfig, InsightsConfig, JournalConfig, WeatherConfig])(
    'names every variable of %p with its default',
    (config) => {
      const example = readExample();
      const defaults = Object.entries(new config() as object).map(([name, value]) => [
        name,
        String(value ?? ''),
      ]);
      expect(defaults.length).toBeGreaterThan(3);
      expect(defaults.map(([name = '']) => [name, example.get(name)])).toEqual(defaults);
    },
  );
});
