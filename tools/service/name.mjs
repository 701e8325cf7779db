const PATTERN = /^[a-z][a-z0-9]{1,19}$/;

/** What broker, database, chart and volumes call other things. */
const TAKEN = [
  'admin',
  'bundled',
  'kept',
  'keys',
  'metrics',
  'mongodb',
  'network',
  'operator',
  'root',
  'test',
];

/**
 * Throws an error that says what is wrong with a service's name.
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} name
 */
export function checkName(tree, name) {
  if (!PATTERN.test(name)) {
    throw new Error(
      `"${name}" cannot be the name of a service: it must be one lower-case word of 2 to 20 letters and digits, such as postcards.`,
    );
  }
  if (tree.exists(`services/${name}`)) throw new Error(`There is a service ${name} already.`);
  const isTaken =
    TAKEN.includes(name) ||
    tree.exists(name) ||
    tree.exists(`libs/${name}`) ||
    hasKey(tree, 'docker-compose.yml', `  ${name}`) ||
    hasKey(tree, 'helm/inner-weather/values.yaml', name);
  if (isTaken)
    throw new Error(`"${name}" cannot be the name of a service: something else has this name already.`);
}

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} file
 * @param {string} key with its indentation
 */
const hasKey = (tree, file, key) => new RegExp(`^${key}:`, 'm').test(tree.read(file, 'utf8') ?? '');
