import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/*
 * Some files cannot read services.json and have a copy of its list. This module describes how to read each copy, and what
 * to add to it for a new service.
 */

/** @typedef {Omit<import('../../deploy/local/services.mjs').Service, 'name'> & {name: string}} Service */

/**
 * @typedef {object} Copy
 * @property {string} file
 * @property {(text: string) => string[]} namesOf returns the services that the file lists
 * @property {(service: Service) => boolean} [includes] whether the file lists a service; every service by default
 * @property {(name: string) => string} add returns the instruction to add a service
 */

/** @param {string} text @param {RegExp} list the first group has the names */
function namesIn(text, list) {
  const [, names = ''] = list.exec(text) ?? [];
  return names.match(/[a-z][a-z0-9]*/g) ?? [];
}

/** @param {string} text @param {(value: any) => unknown} isOne @returns {string[]} */
const keysWhere = (text, isOne) =>
  Object.entries(parse(text) ?? {}).flatMap(([key, value]) => (isOne(value) ? [key] : []));

/** The schema's definition of a service that scales by processor time. */
const PLAIN = '#/definitions/plainService';
const SCHEMA = 'helm/inner-weather/values.schema.json';

/** @param {string} text @param {(definition: string) => boolean} isOne */
function inSchema(text, isOne) {
  const { properties, required } = JSON.parse(text);
  const isService = (/** @type {string} */ key) =>
    key !== 'defaults' && isOne(JSON.stringify(properties[key]));
  return required.filter(isService);
}

/** @type {Copy[]} */
const COPIES = [
  {
    file: 'libs/contracts/src/messaging/topology.ts',
    namesOf: (text) => namesIn(text, /export const SERVICES = \[([^\]]*)\]/),
    add: (name) => `add '${name}' to SERVICES`,
  },
  {
    file: 'docker-bake.hcl',
    namesOf: (text) => namesIn(text, /variable "SERVICES" \{\s*default = \[([^\]]*)\]/),
    add: (name) => `add "${name}" to SERVICES`,
  },
  {
    file: 'docker-compose.yml',
    namesOf: (text) =>
      Object.entries(parse(text, { merge: true }).services).flatMap(([name, { build }]) =>
        build?.args?.SERVICE === name ? [name] : [],
      ),
    add: (name) => `add the service ${name}, in the way of weather or, with a database, of journal`,
  },
  {
    file: 'deploy/compose/no-database-users.yml',
    namesOf: (text) =>
      keysWhere(JSON.stringify(parse(text).services), ({ environment }) => environment?.MONGO_URL).filter(
        (name) => name !== 'backup',
      ),
    includes: ({ database }) => database,
    add: (name) => `add "${name}: *without-user"`,
  },
  {
    file: 'deploy/observability/prometheus.yaml',
    namesOf: (text) =>
      parse(text).scrape_configs.flatMap((/** @type {any} */ { job_name, static_configs }) =>
        static_configs[0].targets.includes(`${job_name}:9090`) &&
        static_configs[0].labels.application === 'inner-weather'
          ? [job_name]
          : [],
      ),
    add: (name) => `add a job ${name} with the target ${name}:9090 and the label application`,
  },
  {
    // A link to the original would make Helm warn at every command.
    file: 'helm/inner-weather/files/services.json',
    namesOf: (text) => JSON.parse(text).map((/** @type {Service} */ { name }) => name),
    add: (name) => `add ${name}, as in services.json`,
  },
  {
    file: 'helm/inner-weather/values.yaml',
    // Its other keys are not services; the schema, which is read below, says which are.
    namesOf: (text) => Object.keys(parse(text)).filter((key) => !OTHER_VALUES.includes(key)),
    add: (name) => `add "${name}: {}"`,
  },
  {
    file: SCHEMA,
    namesOf: (text) => inSchema(text, (one) => one.includes(PLAIN) || one.includes('#/definitions/service')),
    add: (name) => `add "${name}": { "$ref": "${PLAIN}" } to the properties, and require it`,
  },
  {
    file: `${SCHEMA}, keda`,
    namesOf: (text) =>
      inSchema(text, (one) => one.includes('#/definitions/service') && !one.includes('withoutQueue')),
    includes: ({ scalesWith }) => scalesWith !== undefined,
    add: (name) => `let ${name} have keda, since services.json names the queue that it scales with`,
  },
  {
    file: 'helm/inner-weather/ci/production.yaml',
    namesOf: (text) => keysWhere(text, (value) => value.existingSecret?.endsWith('-connections')),
    add: (name) => `add ${name} with "existingSecret: ${name}-connections" and what scales it`,
  },
  {
    file: 'deploy/household/main.mjs',
    namesOf: (text) => Array.from(text.matchAll(/services\/(\w+)\/dist/g), ([, name = '']) => name),
    add: (name) => `import ${name} and run it with the others`,
  },
  {
    file: 'docs/architecture.md',
    namesOf: (text) =>
      Array.from(text.matchAll(/^\| `(\w+)` +\|.*\| (?:none|`inner_)/gm), ([, name = '']) => name),
    add: (name) => `add ${name} to the table of processes`,
  },
];

const OTHER_VALUES = [
  ...['image', 'publicUrl', 'broker', 'database', 'keys', 'trustedAuthorities', 'defaults', 'ingress'],
  ...['runAsUser', 'httpRoute', 'networkPolicy', 'serviceMonitor', 'prometheusRule', 'dashboards'],
];

/**
 * Returns the changes that the copies of services.json still need.
 * @param {string} root of the repository
 * @param {readonly Service[]} [services] those in services.json by default
 * @returns {string[]} one sentence per change, with its file
 */
export function missingCopies(
  root,
  services = JSON.parse(readFileSync(join(root, 'services.json'), 'utf8')),
) {
  return [
    ...COPIES.flatMap((copy) => compare(root, copy, services)),
    ...services.flatMap((service) => missingFiles(root, service)),
    ...services.flatMap((service) => missingInCompose(root, service)),
    ...unlistedFolders(root, services),
  ];
}

/**
 * @param {string} root
 * @param {Copy} copy
 * @param {readonly Service[]} services
 */
function compare(root, { file, namesOf, includes = () => true, add }, services) {
  const found = namesOf(readFileSync(join(root, file.replace(/,.*/, '')), 'utf8'));
  const expected = services.filter(includes).map(({ name }) => name);
  return [
    ...expected.filter((name) => !found.includes(name)).map((name) => `${file}: ${add(name)}`),
    ...found
      .filter((name) => !expected.includes(name))
      .map((name) => `${file}: remove ${name}, which services.json does not list there`),
  ];
}

/**
 * @param {string} root
 * @param {Service} service
 */
function missingFiles(root, { name }) {
  const files = ['package.json', 'tsconfig.json', 'src/main.ts', 'src/service.ts', 'src/config.ts'];
  return files
    .map((file) => `services/${name}/${file}`)
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${file}: write this file`);
}

/**
 * @param {string} root
 * @param {Service} service
 */
function missingInCompose(root, { name, database }) {
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
  const service = services[name];
  if (!service) return [];
  const secrets = service.volumes?.find((/** @type {any} */ { source }) => source === 'secrets');
  const dependencies = Object.keys(service.depends_on ?? {});
  /** @type {[boolean, string][]} */
  const rules = [
    [service.image?.includes(`/${name}:`), `name the image of ${name}`],
    [secrets?.volume.subpath === name, `mount the secrets of ${name}, and no others, into it`],
    [dependencies.includes('rabbitmq'), `let ${name} wait for rabbitmq`],
    [
      dependencies.includes('mongo') === database,
      `let ${name} wait for mongo ${database ? '' : 'no longer'}`.trim(),
    ],
    [/^\d+[mg]$/.test(service.mem_limit), `say how much memory ${name} may take, such as "mem_limit: 256m"`],
  ];
  return rules.filter(([isMet]) => !isMet).map(([, sentence]) => `docker-compose.yml: ${sentence}`);
}

/**
 * @param {string} root
 * @param {readonly Service[]} services
 */
const unlistedFolders = (root, services) =>
  readdirSync(join(root, 'services'))
    .filter((folder) => existsSync(join(root, 'services', folder, 'package.json')))
    .filter((folder) => !services.some(({ name }) => name === folder))
    .map((folder) => `services.json: add ${folder}, or remove the folder services/${folder}`);
