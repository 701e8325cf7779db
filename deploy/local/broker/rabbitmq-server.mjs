import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The required plugins among those with RabbitMQ's prefix: the server's own start and its HTTP API. */
const PLUGIN = 'rabbitmq_';
const NEEDED = /^rabbitmq_(prelaunch|management|management_agent|web_dispatch)-/;

/**
 * Creates a copy of RabbitMQ's folder from links, without unused plugins. Erlang searches about 900 modules in one
 * library after the other. With all plugins, a start tries to open 50,000 missing files, which is more than a third of
 * its work.
 * @param {string} server the path of rabbitmq-server
 * @param {string} folder is replaced
 * @returns the folder of the scripts, or that of the original if it has an unexpected layout
 */
export function linkServer(server, folder) {
  const scripts = dirname(realpathSync(server));
  const libraries = join(scripts, '..', 'plugins');
  if (!existsSync(libraries)) return scripts;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'plugins'), { recursive: true });
  // Regardless of the umask, the broker's user needs access.
  for (const path of [folder, join(folder, 'plugins')]) chmodSync(path, 0o755);
  for (const name of readdirSync(libraries))
    if (!name.startsWith(PLUGIN) || NEEDED.test(name))
      symlinkSync(join(libraries, name), join(folder, 'plugins', name));
  for (const name of ['sbin', 'escript']) symlinkSync(join(scripts, '..', name), join(folder, name));
  return join(folder, 'sbin');
}
