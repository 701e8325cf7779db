import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api } from '../support/requests/api.js';
import { newSubscription } from '../support/requests/every-route.js';
import { readAdminUrls, readE2eConfig } from '../support/stacks/config.js';

const { url } = readE2eConfig();
const adminUrls = readAdminUrls();
const ROOT = resolve(import.meta.dirname, '../..');
const OBSERVABILITY = join(ROOT, 'deploy/observability');
const DASHBOARDS = join(OBSERVABILITY, 'grafana/dashboards');

/** Metrics that Prometheus itself adds to every scrape. */
const OF_PROMETHEUS = { up: ['job', 'instance'] };
/** Labels that Prometheus puts on every series. */
const OF_EVERY_SERIES = ['application', 'job', 'instance'];

/** Name of a metric -> the labels of its series. A histogram is listed by the names of its series. */
type Exposed = Map<string, Set<string>>;

function readExposed(text: string, exposed: Exposed): void {
  const add = (name: string, labels: string[]): void => {
    const known = exposed.get(name) ?? new Set();
    exposed.set(name, new Set([...known, ...labels]));
  };
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const part of parts) add(name + part, []);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    add(
      name,
      Array.from(labels.matchAll(/(\w+)="/g), ([, label = '']) => label),
    );
  }
}

/** The expression of every panel and every rule, with its origin. */
function readExpressions(): { where: string; expression: string }[] {
  const boards = readdirSync(DASHBOARDS).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `${file}: ${title}`, expression: expr })),
    );
  });
  const rules = readFileSync(join(OBSERVABILITY, 'alerts.yaml'), 'utf8').split('- alert: ').slice(1);
  const alerts = rules.map((rule) => ({
    where: `alerts.yaml: ${/^\w+/.exec(rule)?.[0] ?? ''}`,
    expression: /expr: (?:\|\n)?([\s\S]*?)\n {8}\w+:/.exec(rule)?.[1] ?? '',
  }));
  return [...boards, ...alerts];
}

const KEYWORDS = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool']);

/** The metrics of an expression, each with the labels that select it, and the labels that it groups by. */
function partsOf(expression: string): { metrics: [string, string[]][]; groupedBy: string[] } {
  const bare = expression.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
  const groupedBy = Array.from(bare.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)).flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
  const rest = bare.replace(/\b(?:by|on)\s*\([^)]*\)/g, ' ');
  const metrics = Array.from(rest.matchAll(/([a-z_]\w*)\s*(\{([^}]*)\})?(?!\w|\s*\()/g))
    .map(([, name = '', , labels = '']): [string, string[]] => [
      name,
      Array.from(labels.matchAll(/(\w+)\s*[=!]~?/g), ([, label = '']) => label),
    ])
    .filter(([name]) => !KEYWORDS.has(name));
  return { metrics, groupedBy };
}

// ASVS 13.4.1, 13.4.2, 13.4.3, 13.4.4, 13.4.5
describe('dashboards and alerts', () => {
  const exposed: Exposed = new Map();

  beforeAll(async () => {
    const api = new Api(url);
    const ada = await api.signUp();
    await ada.stamped((await ada.write())._id);
    const job = await ada.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'today' } });
    await ada.finished(job.body.id);
    await ada.request('POST', '/api/reminders/subscriptions', { body: newSubscription() });
    await ada.request('POST', '/api/reminders/test');
    for (const adminUrl of Object.values(adminUrls)) {
      readExposed(await (await fetch(`${adminUrl}/metrics`)).text(), exposed);
    }
    for (const [name, labels] of Object.entries(OF_PROMETHEUS)) exposed.set(name, new Set(labels));
  });

  const expressions = readExpressions();

  it('are found: two boards and the rules', () => {
    expect(readdirSync(DASHBOARDS).sort()).toEqual(['messaging.json', 'overview.json']);
    expect(expressions.length).toBeGreaterThan(40);
  });

  it.each(expressions)('use only metrics that the services expose ($where)', ({ expression }) => {
    const { metrics, groupedBy } = partsOf(expression);
    expect(metrics.length).toBeGreaterThan(0);
    for (const [name, labels] of metrics) {
      expect([...exposed.keys()]).toContain(name);
      const known = [...(exposed.get(name) ?? []), ...OF_EVERY_SERIES];
      expect(known).toEqual(expect.arrayContaining(labels));
      expect(known).toEqual(expect.arrayContaining(groupedBy));
    }
  });

  it('name the same metrics as docs/running.md', () => {
    const page = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
    const text = page.split(/^## /m).find((section) => section.startsWith('The metrics')) ?? '';
    const listed = Array.from(text.matchAll(/^- `(\w+)[{`]/gm), ([, name = '']) => name);
    expect(listed.length).toBeGreaterThan(10);
    const ours = [...exposed.keys()]
      .filter((name) => !/^(process_|nodejs_|up$)/.test(name))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect([...new Set(ours)].sort()).toEqual([...new Set(listed)].sort());
  });

  it('refer to a section of the runbook that exists', () => {
    const text = readFileSync(join(ROOT, 'docs/incidents.md'), 'utf8');
    const anchors = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const rules = readFileSync(join(OBSERVABILITY, 'alerts.yaml'), 'utf8');
    const alerts = rules.match(/- alert: /g) ?? [];
    const runbooks = Array.from(
      rules.matchAll(/runbook: docs\/incidents\.md#(\S+)/g),
      ([, anchor]) => anchor,
    );
    expect(runbooks).toHaveLength(alerts.length);
    expect(anchors).toEqual(expect.arrayContaining(runbooks));
  });
});

describe('the metrics', () => {
  it('count requests by the pattern of their route, never by their address', async () => {
    const ada = await new Api(url).signUp();
    await ada.request('GET', '/api/insights/an-id-of-mine?x=a-query-of-mine');
    await ada.request('GET', '/api/no-such-route-of-mine');
    // A request is counted once its answer has been sent.
    const text = await eventually(async () => {
      const exposed = await (await fetch(`${adminUrls.gateway}/metrics`)).text();
      expect(exposed).toMatch(
        /^http_server_request_duration_seconds_count\{method="GET",route="\/api\/insights\/:id",status="404"\} [1-9]/m,
      );
      expect(exposed).toMatch(
        /^http_server_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/m,
      );
      return exposed;
    });
    expect(text).not.toContain('of-mine');
    expect(text).not.toContain(ada.user.email);
  });
});
