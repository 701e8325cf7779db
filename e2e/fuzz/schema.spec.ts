import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readE2eConfig, readFuzzConfig } from '../support/stacks/config.js';
import { ROUTES } from '../support/requests/documented-routes.js';

const { url } = readE2eConfig();
const { schemathesis, examples } = readFuzzConfig();

const DOCUMENT = resolve(import.meta.dirname, '../../services/gateway/openapi.json');
/** A fixed seed: the same requests in every run. */
const SEED = '20261121';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
const MINUTE_MS = 60_000;

interface Finished {
  exitCode: number;
  output: string;
  /** The failure of each tested route, by `METHOD path`; '' if there was none. */
  findings: Map<string, string>;
}

/** Sends the requests that schemathesis generates from the committed document to the running stack. */
async function fuzz(): Promise<Finished> {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-fuzz-'));
  const report = join(folder, 'junit.xml');
  const args = ['run', DOCUMENT, '--url', url, '--checks', CHECKS.join(','), '--mode', 'all'];
  args.push('--phases', 'examples,coverage,fuzzing', '--max-examples', String(examples), '--seed', SEED);
  args.push('--generation-database', 'none', '--continue-on-failure', '--report-junit-path', report);
  try {
    return await new Promise((done) => {
      const env = {
        PATH: process.env.PATH,
        FUZZ_URL: url,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: import.meta.dirname,
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const options = { env, cwd: folder, maxBuffer: 64 * 1024 * 1024 };
      execFile(schemathesis, args, options, (error, stdout, stderr) => {
        const exitCode = error ? Number(error.code) : 0;
        done({ exitCode, output: stdout + stderr, findings: readReport(report) });
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** JUnit's XML: one `testcase` per route, with a `failure` or an `error` inside if something was wrong. */
function readReport(file: string): Map<string, string> {
  const cases = readFileSync(file, 'utf8').matchAll(
    /<testcase name="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs,
  );
  return new Map(
    [...cases].map(([, name = '', inside = '']) => [name, /<(failure|error)\b/.test(inside) ? inside : '']),
  );
}

// ASVS 2.2.1, 2.2.2, 2.2.3, 4.1.1, 4.1.2
describe('requests generated from the document', () => {
  let finished: Finished;

  beforeAll(async () => {
    finished = await fuzz();
  }, 60 * MINUTE_MS);

  it.each(ROUTES)('are all answered by %s as documented, and none by a server error', (route) => {
    expect(finished.findings.get(route)).toBe('');
  });

  it('find no other failure', () => {
    const { exitCode, output } = finished;
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
  });
});
