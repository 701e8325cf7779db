import { readJson } from '@nx/devkit';

/** @typedef {{file: string, find: RegExp, with: (found: string) => string}} Edit */

/**
 * Adds a service to services.json and to every copy of it. Each copy is edited as text, which keeps its comments and its
 * layout; scripts/services/copies.spec.ts says what is missing where a copy has another form one day.
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} name
 * @param {boolean} database
 */
export function addToLists(tree, name, database) {
  /** @type {{name: string}[]} */
  const services = readJson(tree, 'services.json');
  const last = services.at(-1)?.name ?? '';
  for (const { file, find, with: replace } of editsFor(name, last, database)) {
    const text = tree.read(file, 'utf8') ?? '';
    const edited = text.replace(find, replace);
    if (edited === text)
      throw new Error(`${file} has changed its form: the generator finds no place for ${name} in it.`);
    tree.write(file, edited);
  }
}

/**
 * The lines of a key of YAML with everything below it.
 * @param {string} key
 * @param {string} [indentation]
 */
const block = (key, indentation = '') =>
  new RegExp(`^${indentation}${key}:.*\\n(?:${indentation} .*\\n|\\n)*`, 'm');

/**
 * @param {string} name
 * @param {string} last the service that lists end with so far
 * @param {boolean} database
 * @returns {Edit[]}
 */
const editsFor = (name, last, database) => [
  ...['services.json', 'helm/inner-weather/files/services.json'].map((file) => ({
    file,
    find: /\s*\]\s*$/,
    with: () => `,\n  { "name": "${name}", "database": ${database}, "keys": [] }\n]\n`,
  })),
  {
    file: 'libs/contracts/src/messaging/topology.ts',
    find: /(?<=export const SERVICES = \[[^\]]*)(?=\])/,
    with: () => `, '${name}'`,
  },
  {
    file: 'libs/contracts/src/messaging/topology.ts',
    find: /(?=\} as const satisfies Record<string, QueueDefinition>)/,
    with: () => `  '${name}.on-entry': {
    service: '${name}',
    events: ['journal.entry.created.v1'],
    keys: [CREATED_WITH_WEATHER],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 20,
  },
`,
  },
  {
    file: 'deploy/household/main.mjs',
    find: /(?=\n\/\*\n)/,
    with: () => `import ${name} from '../../services/${name}/dist/service.js';\n`,
  },
  {
    file: 'deploy/household/main.mjs',
    find: /(?<=runServices\(\[[^\]]*)(?=\])/,
    with: () => `, ${name}`,
  },
  {
    file: 'docker-bake.hcl',
    find: /(?<=variable "SERVICES" \{\s*default = \[[^\]]*)(?=\])/,
    with: () => `, "${name}"`,
  },
  {
    file: 'docker-compose.yml',
    find: block(last, '  '),
    with: (found) => `${found}${composeService(name, database)}\n`,
  },
  ...(database
    ? [
        {
          file: 'deploy/compose/no-database-users.yml',
          find: /(?=  backup: \*without-user)/,
          with: () => `  ${name}: *without-user\n`,
        },
      ]
    : []),
  {
    file: 'deploy/observability/prometheus.yaml',
    find: /\s*$/,
    with: () =>
      `\n  - job_name: ${name}\n    static_configs: [{ targets: ['${name}:9090'], labels: { application: inner-weather } }]\n`,
  },
  { file: 'helm/inner-weather/values.yaml', find: block(last), with: (found) => `${found}${name}: {}\n\n` },
  {
    file: 'helm/inner-weather/values.schema.json',
    find: /(?<="required": \[[^\]]*")(?=\s*\])/,
    with: () => `,\n    "${name}"`,
  },
  {
    file: 'helm/inner-weather/values.schema.json',
    find: new RegExp(`^    "${last}": \\{.*\\},\\n`, 'm'),
    with: (found) => `${found}    "${name}": { "$ref": "#/definitions/plainService" },\n`,
  },
  {
    file: 'helm/inner-weather/ci/production.yaml',
    find: block(last),
    with: (found) => `${found}${name}:\n  existingSecret: ${name}-connections\n  hpa: { enabled: true }\n`,
  },
  {
    file: 'docs/architecture.md',
    find: new RegExp(`^\\| \`${last}\` .*\\n`, 'm'),
    with: (found) =>
      `${found}| \`${name}\` | the time of the newest entry | ${database ? `\`inner_weather_${name}\`` : 'none'} |\n`,
  },
];

/**
 * @param {string} name
 * @param {boolean} database
 */
const composeService = (name, database) => `  ${name}:
    <<: *service
    image: \${IMAGES:-inner-weather}/${name}:\${VERSION:-local}
    build: { context: ., args: { SERVICE: ${name} } }
    depends_on: *needs-${database ? 'database' : 'broker'}
    environment:
      <<: *${database ? 'database-' : ''}environment
    volumes:
      - {
          type: volume,
          source: secrets,
          target: /run/inner-weather,
          read_only: true,
          volume: { subpath: ${name} },
        }
      - *authorities
    cpus: 1
`;
