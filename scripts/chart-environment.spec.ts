import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseConfig } from '@inner-weather/platform/config';
import { serviceConfigs } from './services/configs.js';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');
const { definitions } = JSON.parse(read('helm/inner-weather/values.schema.json')) as {
  definitions: Record<'variables' | 'secretVariables', { enum: string[] }> & {
    settings: { properties: Record<string, object> };
  };
};
const OPEN = definitions.variables.enum;
const SECRET = definitions.secretVariables.enum;

/** Variables that the chart or the image sets, and those that no operator needs to change. */
const FIXED = [
  ...['PORT', 'ADMIN_PORT', 'WEB_DIST', 'PHOTOS_DIR', 'PHOTOS_HOST', 'PHOTOS_PORT'],
  ...['JWT_PRIVATE_KEY_FILE', 'JWT_PUBLIC_KEYS_FILE', 'MASTER_KEYS_FILE', 'VAPID_PRIVATE_KEY_FILE'],
];

/** What a service says of a variable with this value. */
function refusal(config: new () => object, name: string, value?: string): string | undefined {
  try {
    parseConfig(config, { [name]: value });
  } catch (error) {
    return (error as Error).message.split('; ').find((words) => words.includes(name));
  }
  return undefined;
}

const configs = await serviceConfigs();

describe("the chart's values", () => {
  it.each(configs)('take every variable that %s reads', (_, config) => {
    const variables = Object.keys(new config()).filter((name) => !FIXED.includes(name));
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter((name) => ![...OPEN, ...SECRET].includes(name))).toEqual([]);
  });

  it.each(configs)('are checked by the schema where %s would refuse them', (_, config) => {
    const checked = OPEN.filter(
      (name) => name in new config() && refusal(config, name, 'no such, value!') !== refusal(config, name),
    );
    expect(checked).toContain('LOG_LEVEL');
    expect(checked.filter((name) => !(name in definitions.settings.properties))).toEqual([]);
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
