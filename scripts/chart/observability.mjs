import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../deploy/local/prepare.mjs';
import { SERVICES } from '../../deploy/local/services.mjs';
import { render } from './helm.mjs';

const OBSERVABILITY = join(ROOT, 'deploy/observability');

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
  'alerts match the repository, and exist only if the values enable them': async () => {
    const [{ spec, metadata }] = (await render(['production'])).all('PrometheusRule');
    assert.deepEqual(spec, parse(readFileSync(join(OBSERVABILITY, 'alerts.yaml'), 'utf8')));
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
        files.map((file) => ({ [`inner-weather-${file}`]: readFileSync(join(folder, file), 'utf8') })),
      );
      for (const { metadata } of maps) assert.equal(metadata.annotations.grafana_folder, 'Inner Weather');
      assert.deepEqual((await render(['evaluation'])).all('ConfigMap').filter(isDashboard), []);
    },
});
