import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../deploy/local/prepare.mjs';
import { SERVICES } from '../../deploy/local/services.mjs';
import { render } from './helm.mjs';

const OBSERVABILITY = join(ROOT, 'deploy/observability');

/** Of the namespace and the release that the checks render. */
const ID = createHash('sha256').update('default/home').digest('hex').slice(0, 8);

/** What the chart makes of alerts and dashboards. @param {string} text */
const ofRelease = (text) =>
  text.replaceAll(
    /application=(\\?")inner-weather\\?"/g,
    'namespace=$1default$1,job=~$1home-inner-weather-[a-z]+-metrics$1',
  );

/** Every metric of an expression is one of this release. @param {string} expr */
function assertIsOfRelease(expr) {
  const metrics =
    expr.replaceAll(/\$__rate_interval|by \([^)]*\)|"[^"]*"|\w+\(/g, '').match(/[a-z]\w*_\w+|\bup\b/g) ?? [];
  assert.ok(metrics.length > 0, expr);
  assert.equal(expr.match(/\w\{namespace="default",job=~"home-/g)?.length, metrics.length, expr);
}

/** @returns {import('../check-chart.mjs').Checks} */
export const observabilityChecks = () => ({
  'metrics have headless Services if the values enable them': async () => {
    const chart = await render(['production']);
    const services = chart.all('Service').filter(({ spec }) => spec.ports[0].targetPort === 'admin');
    assert.equal(services.length, SERVICES.length);
    for (const { spec, metadata } of services) {
      assert.equal(spec.clusterIP, 'None');
      for (const [label, value] of Object.entries(chart.all('ServiceMonitor')[0].spec.selector.matchLabels))
        assert.equal(metadata.labels[label], value);
    }
    assert.deepEqual((await render(['evaluation'])).all('ServiceMonitor'), []);
  },
  'alerts match the repository, for their release alone, and exist only if the values enable them':
    async () => {
      const [{ spec, metadata }] = (await render(['production'])).all('PrometheusRule');
      const { groups } = parse(ofRelease(readFileSync(join(OBSERVABILITY, 'alerts.yaml'), 'utf8')));
      for (const { rules } of groups) {
        for (const rule of rules) {
          assertIsOfRelease(rule.expr);
          Object.assign(rule.labels, { namespace: 'default', release: 'home' });
        }
      }
      assert.deepEqual(spec, { groups });
      assert.equal(metadata.labels.release, 'prometheus');
      assert.deepEqual((await render(['evaluation'])).all('PrometheusRule'), []);
    },
  'dashboards match the repository, in ConfigMaps that Grafana finds, and exist only if the values enable them':
    async () => {
      const isDashboard = (/** @type {any} */ { metadata }) => metadata.labels.grafana_dashboard === '1';
      const maps = (await render(['production'])).all('ConfigMap').filter(isDashboard);
      const folder = join(OBSERVABILITY, 'grafana/dashboards');
      const files = readdirSync(folder);
      assert.ok(files.length >= 2);
      assert.deepEqual(
        maps.map(({ data }) => data),
        files.map((file) => {
          const text = ofRelease(readFileSync(join(folder, file), 'utf8'))
            .replace(/"uid": "inner-weather-\w+/, `$&-${ID}`)
            .replace('Inner Weather: ', 'Inner Weather (default/home): ');
          return { [`inner-weather-${file.replace('.json', '')}-${ID}.json`]: text };
        }),
      );
      const targets = maps.flatMap(({ data }) =>
        JSON.parse(String(Object.values(data)[0])).panels.flatMap(
          (/** @type {any} */ panel) => panel.targets ?? [],
        ),
      );
      assert.ok(targets.length > 30);
      for (const { expr } of targets) assertIsOfRelease(expr);
      for (const { metadata } of maps) assert.equal(metadata.annotations.grafana_folder, 'Inner Weather');
      assert.deepEqual((await render(['evaluation'])).all('ConfigMap').filter(isDashboard), []);
    },
});
