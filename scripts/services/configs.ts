import { resolve } from 'node:path';
import { ServiceConfig } from '@inner-weather/platform/config';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';

type Config = new () => object;

/** Returns the name of every service with the configuration class in its `config.ts`. */
export async function serviceConfigs(): Promise<[service: string, config: Config][]> {
  const configs: [string, Config][] = [];
  // Load them one by one, because Jest cannot link a shared module twice at the same time.
  for (const name of SERVICE_NAMES) configs.push([name, await configOf(name)]);
  return configs;
}

async function configOf(service: string): Promise<Config> {
  const file = resolve(import.meta.dirname, '../../services', service, 'src/config.ts');
  const exported = Object.values((await import(file)) as object);
  const isConfig = (one: unknown): one is Config =>
    typeof one === 'function' && one.prototype instanceof ServiceConfig;
  const [config, ...more] = exported.filter(isConfig);
  if (!config || more.length > 0) throw new Error(`${file} must export one class that extends ServiceConfig`);
  return config;
}
