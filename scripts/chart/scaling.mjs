import assert from 'node:assert/strict';
import { SERVICE_NAMES, SERVICES } from '../../deploy/local/services.mjs';
import { render } from './helm.mjs';

/** @returns {import('../check-chart.mjs').Checks} */
export const scalingChecks = () => ({
  'a service with an autoscaler has exactly one, and no fixed number of replicas': async () => {
    const chart = await render(['production']);
    for (const service of SERVICE_NAMES) {
      assert.equal(chart.find('Deployment', service).spec.replicas, undefined, service);
      const byCpu = chart.find('HorizontalPodAutoscaler', service);
      const byQueue = chart.find('ScaledObject', service);
      assert.equal([byCpu, byQueue].filter(Boolean).length, 1, service);
      assert.equal((byCpu ?? byQueue).spec.scaleTargetRef.name, `home-inner-weather-${service}`);
    }
    assert.equal(chart.find('HorizontalPodAutoscaler', 'gateway').spec.maxReplicas, 9);
  },
  "KEDA reads the queue of each worker as the worker's own user": async () => {
    const chart = await render(['production']);
    const workers = SERVICES.filter(({ scalesWith }) => scalesWith);
    assert.ok(workers.length >= 2);
    for (const { name: service, scalesWith: queue } of workers) {
      const { triggers } = chart.find('ScaledObject', service).spec;
      assert.equal(triggers[0].metadata.queueName, queue);
      assert.match(triggers[0].metadata.value, /^[1-9]\d*$/);
      const [host] = chart.find('TriggerAuthentication', service).spec.secretTargetRef;
      assert.deepEqual(host, { parameter: 'host', name: `${service}-connections`, key: 'AMQP_URL' });
    }
    const bundledChart = await render(['evaluation'], { 'weather.keda.enabled': true });
    const [host] = bundledChart.find('TriggerAuthentication', 'weather').spec.secretTargetRef;
    assert.ok(
      String(bundledChart.secret(host.name.replace('home-inner-weather-', ''))[host.key]).startsWith('amqp:'),
    );
  },
});
