import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..');

/** Says so when @nestjs/swagger is loaded. Hooks run on a thread of their own, whose console may be too late. */
const HOOKS = `
  import { writeSync } from 'node:fs';
  export function load(url, context, nextLoad) {
    if (url.includes('/@nestjs/swagger/')) writeSync(1, 'swagger ');
    return nextLoad(url, context);
  }
`;

/** Imports what a service's main.ts does, except that it starts nothing. */
const IMPORTER = `
  import { register } from 'node:module';
  const [hooks, first, app] = process.argv.slice(1);
  register('data:text/javascript,' + encodeURIComponent(hooks));
  if (first) await import(first);
  await import('reflect-metadata');
  await import(app);
`;

async function loadsSwagger(service: string, first: string): Promise<boolean> {
  const args = ['--input-type=module', '--eval', IMPORTER, HOOKS, first, './dist/app.module.js'];
  const { stdout } = await run('node', args, { cwd: resolve(ROOT, 'services', service) });
  return stdout.includes('swagger');
}

/** The gateway makes the OpenAPI document. To the others it would only cost time at their start, and memory. */
describe('what makes the OpenAPI document', () => {
  it.each(['auth', 'insights', 'journal', 'weather'])('is not loaded by %s', async (service) => {
    expect(await loadsSwagger(service, '@inner-weather/contracts/undocumented')).toBe(false);
  });

  it('is loaded where undocumented.ts was not imported first', async () => {
    expect(await loadsSwagger('weather', '')).toBe(true);
  });
});
