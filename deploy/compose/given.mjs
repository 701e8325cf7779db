import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/* Secrets that the operator has in files. Compose's service `secrets` hands each to the one service that reads it. */

/** @type {readonly {variable: string, service: string, name: string}[]} */
export const GIVEN = [
  { variable: 'SMTP_URL_FILE', service: 'auth', name: 'smtp-url' },
  { variable: 'OIDC_PROVIDERS_FILE', service: 'auth', name: 'oidc-providers' },
  { variable: 'WEATHER_API_KEY_FILE', service: 'weather', name: 'weather-api-key' },
  { variable: 'GEMINI_API_KEY_FILE', service: 'insights', name: 'gemini-api-key' },
  { variable: 'S3_URL_FILE', service: 'media', name: 's3-url' },
  { variable: 'OPENAI_API_KEY_FILE', service: 'insights', name: 'openai-api-key' },
];

/**
 * Hands over what the variables name, and takes back what they no longer name. Returns why a file cannot be used.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.from the folder where Compose mounts the files
 * @param {string} options.to the folder of the services' folders
 * @param {(service: string, name: string, text: string) => void} options.hand
 */
export function handGiven({ env, from, to, hand }) {
  for (const { variable, service, name } of GIVEN) {
    const path = env[variable];
    if (!path) {
      rmSync(join(to, service, name), { force: true });
      continue;
    }
    const text = read(join(from, name));
    if (!text)
      return `${variable} must name a file that has the value: ${path} ${text === '' ? 'is empty' : 'is a folder'}.`;
    hand(service, name, text);
  }
  return undefined;
}

/** Returns undefined for a folder. @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EISDIR') return undefined;
    throw error;
  }
}
