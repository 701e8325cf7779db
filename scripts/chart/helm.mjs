import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, parseDocument } from 'yaml';
import { ROOT } from '../../deploy/local/prepare.mjs';

const run = promisify(execFile);

export const CHART = join(ROOT, 'helm/inner-weather');
export const KUBERNETES = '1.34.4';
const RELEASE = 'home';
const FULLNAME = 'home-inner-weather';

/**
 * Runs a command and returns its output. `ok` is false if the exit code is not 0.
 * @param {string} command
 * @param {string[]} args
 */
export async function call(command, ...args) {
  try {
    const { stdout, stderr } = await run(command, args, { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 });
    return { ok: true, stdout, stderr };
  } catch (error) {
    const { stdout = '', stderr = String(error) } = /** @type {{stdout?: string, stderr?: string}} */ (error);
    return { ok: false, stdout, stderr };
  }
}

/**
 * Returns Helm's arguments for values from the files in ci/ and for single values as JSON.
 * @param {string[]} files without .yaml
 * @param {Record<string, unknown>} values by their path
 */
export function valueArgs(files, values = {}) {
  return [
    ...files.flatMap((file) => ['--values', join(CHART, 'ci', `${file}.yaml`)]),
    ...Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]),
  ];
}

/**
 * @param {string[]} files
 * @param {Record<string, unknown>} [values]
 * @param {string} [chart] its folder or archive
 */
export const template = (files, values, chart = CHART) =>
  call('helm', 'template', RELEASE, chart, '--kube-version', KUBERNETES, ...valueArgs(files, values));

/**
 * What Helm tells after an installation. It shows that of a cluster only, so here a copy of the chart has the text as a
 * ConfigMap as well.
 * @param {Record<string, unknown>} [values] in addition to the evaluation values
 */
export async function notes(values) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-chart-'));
  try {
    cpSync(CHART, folder, { recursive: true, dereference: true });
    const text = readFileSync(join(CHART, 'templates/NOTES.txt'), 'utf8');
    const map = 'kind: ConfigMap\ndata: { notes: {{ include "notes" . | toJson }} }\n';
    writeFileSync(join(folder, 'templates/notes.yaml'), `{{- define "notes" }}${text}{{- end }}\n${map}`);
    const args = ['template', RELEASE, folder, '--kube-version', KUBERNETES];
    const { ok, stdout, stderr } = await call(
      'helm',
      ...args,
      ...['--show-only', 'templates/notes.yaml', ...valueArgs(['evaluation'], values)],
    );
    if (!ok) throw new Error(stderr);
    return String(parseDocument(stdout).getIn(['data', 'notes']));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @type {Map<string, Promise<Rendered>>} */
const chartsByValues = new Map();

/**
 * Renders the chart, once per set of values. Throws an error with helm's message if helm refuses the values.
 * @param {string[]} files
 * @param {Record<string, unknown>} [values]
 */
export function render(files, values) {
  const key = JSON.stringify([files, values]);
  const result = chartsByValues.get(key) ?? renderUncached(files, values);
  chartsByValues.set(key, result);
  return result;
}

/**
 * @param {string[]} files
 * @param {Record<string, unknown>} [values]
 */
async function renderUncached(files, values) {
  const { ok, stdout, stderr } = await template(files, values);
  if (!ok) throw new Error(stderr);
  return new Rendered(parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []));
}

/** The rendered chart, with the queries that the checks need. Its objects are untyped. */
export class Rendered {
  /** @param {any[]} objects */
  constructor(objects) {
    this.objects = objects;
  }

  /** @param {string} kind */
  all(kind) {
    return this.objects.filter((object) => object.kind === kind);
  }

  /**
   * Returns the object with this name, which omits the release's prefix; undefined if there is none.
   * @param {string} kind
   * @param {string} [name]
   */
  find(kind, name) {
    const fullname = name ? `${FULLNAME}-${name}` : FULLNAME;
    return this.all(kind).find(({ metadata }) => metadata.name === fullname);
  }

  /** Returns the specification of every pod with the name of its object. */
  pods() {
    const templates = [...this.all('Deployment'), ...this.all('StatefulSet'), ...this.all('Job')];
    return [
      ...templates.map(({ metadata, spec }) => ({ name: metadata.name, pod: spec.template.spec })),
      ...this.all('Pod').map(({ metadata, spec }) => ({ name: metadata.name, pod: spec })),
    ];
  }

  /** @param {string} service */
  pod(service) {
    return this.find('Deployment', service).spec.template.spec;
  }

  /**
   * Returns the environment variables of a service. Variables from a Secret are undefined.
   * @param {string} service
   * @returns {Record<string, string>}
   */
  env(service) {
    const { env } = this.pod(service).containers[0];
    return Object.fromEntries(
      env.map((/** @type {{name: string, value: string}} */ { name, value }) => [name, value]),
    );
  }

  /**
   * Returns the contents of a Secret as text.
   * @param {string} name
   * @returns {Record<string, string>}
   */
  secret(name) {
    const { data = {}, stringData = {} } = this.find('Secret', name);
    const decoded = Object.entries(data).map(([key, value]) => [
      key,
      Buffer.from(value, 'base64').toString(),
    ]);
    return { ...Object.fromEntries(decoded), ...stringData };
  }
}
