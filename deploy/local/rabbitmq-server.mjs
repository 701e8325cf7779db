import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of RabbitMQ's plugins, which all have this beginning, the server's own start and its HTTP API. */
const PLUGIN = 'rabbitmq_';
const NEEDED = /^rabbitmq_(prelaunch|management|management_agent|web_dispatch)-/;

/**
 * A folder that looks like RabbitMQ's own, of links, without the plugins that nothing here uses. Erlang looks for each
 * of some 900 modules in one library after the other: with all plugins a start opens 50,000 files in vain, which is
 * more than a third of its work.
 * @param {string} server the path of rabbitmq-server
 * @param {string} folder is made anew
 * @returns the folder of its scripts; of the real one, where that does not look as expected
 */
export function linkServer(server, folder) {
  const scripts = dirname(realpathSync(server));
  const libraries = join(scripts, '..', 'plugins');
  if (!existsSync(libraries)) return scripts;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'plugins'), { recursive: true });
  // Whatever the umask is: the broker's user has to get in.
  for (const path of [folder, join(folder, 'plugins')]) chmodSync(path, 0o755);
  for (const name of readdirSync(libraries))
    if (!name.startsWith(PLUGIN) || NEEDED.test(name))
      symlinkSync(join(libraries, name), join(folder, 'plugins', name));
  for (const name of ['sbin', 'escript']) symlinkSync(join(scripts, '..', name), join(folder, name));
  return join(folder, 'sbin');
}
