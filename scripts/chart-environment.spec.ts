import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceConfigs } from './services/configs.js';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');
const { definitions } = JSON.parse(read('helm/inner-weather/values.schema.json')) as {
  definitions: Record<'variables' | 'secretVariables', { enum: string[] }>;
};
const OPEN = definitions.variables.enum;
const SECRET = definitions.secretVariables.enum;

/** Variables that the chart or the image sets, and those that no operator needs to change. */
const FIXED = [
  ...['PORT', 'ADMIN_PORT', 'WEB_DIST'],
  ...['JWT_PRIVATE_KEY_FILE', 'JWT_PUBLIC_KEYS_FILE', 'MASTER_KEYS_FILE', 'VAPID_PRIVATE_KEY_FILE'],
];

const configs = await serviceConfigs();

describe("the chart's values", () => {
  it.each(configs)('take every variable that %s reads', (_, config) => {
    const variables = Object.keys(new config()).filter((name) => !FIXED.includes(name));
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter((name) => ![...OPEN, ...SECRET].includes(name))).toEqual([]);
  });

  it('take no variable that .env.example does not name, and none in the open that is secret', () => {
    const named = Array.from(
      read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm),
      ([, name]) => name,
    );
    expect([...OPEN, ...SECRET].filter((name) => !named.includes(name))).toEqual([]);
    expect(OPEN.filter((name) => /_KEY$|^(AMQP|MONGO|SMTP)_URL$|_HEADERS$/.test(name))).toEqual([]);
  });
});
