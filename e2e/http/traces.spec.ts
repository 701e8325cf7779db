import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { FakeServer } from '@inner-weather/testing/fakes/server';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { Api } from '../support/requests/api.js';
import { Collector, type SeenSpan } from '../support/network/collector.js';
import { newSubscription } from '../support/requests/every-route.js';
import { startLoneGateway } from '../support/stacks/lone-gateway.js';
import { isSoak } from '../support/soak.js';
import { startTestStack } from '../support/stacks/stack.mjs';

const BROWSER_SPAN = '00f067aa0ba902b7';

const newTraceId = (): string => randomBytes(16).toString('hex');
const headersOf = (traceId: string) => ({ traceparent: `00-${traceId}-${BROWSER_SPAN}-01` });

/** The path of a span from the root of its trace, each as `service: name`. */
function pathTo(span: SeenSpan, all: SeenSpan[]): string[] {
  const above = all.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(above ? pathTo(above, all) : []), `${span.service}: ${span.name}`];
}

/** The one span of this name. */
function only(spans: SeenSpan[], service: string, name: string): SeenSpan {
  const matches = spans.filter((span) => span.service === service && span.name === name);
  expect(matches.map((span) => span.name)).toEqual([name]);
  return matches[0]!;
}

describe('a trace', () => {
  let collector: Collector;
  let weather: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let api: Api;

  beforeAll(async () => {
    collector = await Collector.start();
    weather = await startFakeWeatherApi();
    stack = await startTestStack({
      together: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
        // Logs as much as possible.
        LOG_LEVEL: 'trace',
      },
      serviceEnv: { weather: { WEATHER_API_KEY: 'weather-test-key', WEATHER_API_URL: weather.url } },
    });
    api = new Api(stack.url);
  }, 120_000);

  afterAll(async () => {
    await stack.stop();
    await weather.close();
    await collector.close();
  });

  /** The log of each service, by the name of its file. */
  const textsOfLogs = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(stack.logs).map((file) => [file, readFileSync(join(stack.logs, file), 'utf8')]),
    );

  it('follows one saved entry from the browser through all services and back', async () => {
    const ada = await api.signUp({ location: `City of ${randomUUID()}` });
    const traceId = newTraceId();
    const entry = await ada.write({}, headersOf(traceId));
    await ada.stamped(entry._id);
    // Each service sends its spans on its own schedule, and some end after the entry has its weather.
    const received = await eventually(() => {
      const spans = collector.ofTrace(traceId);
      const stamp = spans.find(
        (span) =>
          span.name === 'update entries' &&
          pathTo(span, spans).includes('journal: process journal.on-weather'),
      );
      expect(pathTo(stamp!, spans)).toEqual([
        'gateway: POST /api/journal/new',
        'gateway: journal.create-entry',
        'journal: journal.create-entry',
        'journal: outbox entries',
        'journal: publish journal.entry.created.v1',
        'weather: process weather.on-entry',
        'weather: publish weather.observation.ready.v1',
        'journal: process journal.on-weather',
        'journal: update entries',
      ]);
      only(spans, 'journal', 'process journal.on-weather');
      only(spans, 'weather', 'process weather.on-entry');
      expect(only(spans, 'gateway', 'POST /api/journal/new').parentSpanId).toBe(BROWSER_SPAN);
      expect(pathTo(only(spans, 'weather', 'GET /current.json'), spans)).toContain(
        'weather: process weather.on-entry',
      );
      expect(pathTo(only(spans, 'journal', 'insert entries'), spans).at(-2)).toBe(
        'journal: journal.create-entry',
      );
      expect(pathTo(only(spans, 'insights', 'process insights.on-entry'), spans).at(-2)).toBe(
        'journal: publish journal.entry.created.v1',
      );
      // Every span has a parent in the trace, up to the browser's span.
      const known = new Set([BROWSER_SPAN, ...spans.map(({ spanId }) => spanId)]);
      expect(spans.filter(({ parentSpanId }) => !known.has(parentSpanId))).toEqual([]);
      expect(spans.filter(({ failed }) => failed)).toEqual([]);
      return spans;
    });
    // Named as the semantic conventions do.
    expect(only(received, 'gateway', 'POST /api/journal/new').attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/journal/new',
      'url.scheme': 'http',
      'http.response.status_code': 201,
    });
    expect(only(received, 'journal', 'journal.create-entry').attributes).toEqual({
      'rpc.system.name': 'amqp',
      'rpc.method': 'journal.create-entry',
    });
    expect(only(received, 'weather', 'process weather.on-entry').attributes).toMatchObject({
      'messaging.system.name': 'rabbitmq',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'weather.on-entry',
      'rabbitmq.destination.routing_key': 'journal.entry.created.v1',
      'inner_weather.attempt': 1,
      'inner_weather.outcome': 'acked',
    });
    expect(only(received, 'weather', 'GET /current.json').attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'url.template': '/current.json',
      'http.response.status_code': 200,
    });
    expect(only(received, 'journal', 'insert entries').attributes).toMatchObject({
      'db.system.name': 'mongodb',
      'db.operation.name': 'insert',
      'db.collection.name': 'entries',
    });
  });

  it('follows an insight through its job, the journal and the model', async () => {
    const ada = await api.signUp();
    await ada.write();
    const traceId = newTraceId();
    const response = await ada.request<InsightJobDto>('POST', '/api/insights', {
      body: { range: 'today' },
      headers: headersOf(traceId),
    });
    await ada.finished(response.body.id);
    const job = ['insights: publish insights.job.requested.v1', 'insights: process insights.jobs'];
    await eventually(() => {
      const spans = collector.ofTrace(traceId);
      const model = pathTo(only(spans, 'insights', 'chat local'), spans);
      expect(model.slice(-3)).toEqual([...job, 'insights: chat local']);
      const read = pathTo(only(spans, 'journal', 'journal.search-entries'), spans);
      expect(read.slice(-4)).toEqual([
        ...job,
        'insights: journal.search-entries',
        'journal: journal.search-entries',
      ]);
    });
  });

  it('shows each attempt of a retried message, each below the one before', async () => {
    const ada = await api.signUp({ location: `City of ${randomUUID()}` });
    // A look-up asks twice.
    weather.script({ status: 503 }, { status: 503 });
    const traceId = newTraceId();
    await ada.stamped((await ada.write({}, headersOf(traceId)))._id);
    await eventually(() => {
      const spans = collector.ofTrace(traceId);
      const attempts = spans.filter(({ name }) => name === 'process weather.on-entry');
      expect(attempts.map(({ failed }) => failed).sort()).toEqual([false, true]);
      const second = attempts.find(({ failed }) => !failed);
      expect(second?.attributes).toMatchObject({ 'inner_weather.attempt': 2 });
      expect(pathTo(second!, spans).slice(-3)).toEqual([
        'weather: process weather.on-entry',
        expect.stringMatching(/^weather: publish weather\.on-entry\.retry\.\d+$/),
        'weather: process weather.on-entry',
      ]);
    });
  });

  it('contains no typed text, token or key; neither do the logs at their most verbose level', async () => {
    const location = `City of ${randomUUID()}`;
    const content = `content ${randomUUID()}`;
    const ada = await api.signUp({ firstName: `first ${randomUUID()}`, location });
    const traceId = newTraceId();
    await ada.stamped((await ada.write({ content }, headersOf(traceId)))._id);
    const response = await ada.request<InsightJobDto>('POST', '/api/insights', { body: { range: 'today' } });
    await ada.finished(response.body.id);
    await api.request('GET', `/api/nope/${encodeURIComponent(content)}?email=${ada.user.email}`);
    const subscription = newSubscription();
    await ada.request('POST', '/api/reminders/subscriptions', { body: subscription });
    await ada.request('POST', '/api/reminders/test');
    const { body: feed } = await ada.request<{ path: string }>('POST', '/api/reminders/feed');
    const feedTrace = newTraceId();
    await api.request('GET', feed.path, { headers: headersOf(feedTrace) });
    await eventually(() => {
      only(collector.ofTrace(traceId), 'weather', 'process weather.on-entry');
      only(collector.ofTrace(traceId), 'journal', 'process journal.on-weather');
      only(collector.ofTrace(feedTrace), 'gateway', 'GET /api/reminders/feed/:secret');
      expect(collector.spans.map(({ name }) => name)).toContain('chat local');
    });
    const secrets = {
      ...ada.user,
      id: undefined,
      language: undefined,
      dayEndsAt: undefined,
      location,
      content,
      token: ada.token,
      key: 'weather-test-key',
      feed: feed.path.split('/').at(-1)?.replace('.ics', ''),
      endpoint: subscription.endpoint.split('/').at(-1),
    };
    const texts = { spans: collector.text, ...textsOfLogs() };
    expect(Object.keys(texts)).toEqual(['spans', 'services.log']);
    for (const [where, text] of Object.entries(texts)) {
      for (const [what, secret] of Object.entries(secrets)) {
        if (!secret) continue;
        expect({ where, what, found: text.includes(secret) }).toEqual({ where, what, found: false });
        const encoded = encodeURIComponent(secret);
        expect({ where, what, found: text.includes(encoded) }).toEqual({ where, what, found: false });
      }
    }
  });

  it('causes no warning in any log', () => {
    for (const text of Object.values(textsOfLogs())) expect(text).not.toContain('traces could not be sent');
  });
});

describe('the last spans of a service that stops', () => {
  /** A gateway that sends its spans a minute later, and one request to it. */
  async function startAndAsk(collectorUrl: string) {
    const gateway = await startLoneGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    });
    await gateway.get('/api/session');
    // The same address in another spelling.
    await gateway.get('/%61pi/session');
    return gateway;
  }

  it('are sent before it ends', async () => {
    const collector = await Collector.start();
    const gateway = await startAndAsk(collector.url);
    expect(collector.spans).toEqual([]);
    expect(await gateway.end()).toBe(0);
    // The gateway also calls auth by itself, now and then.
    const requests = collector.spans.map(({ name }) => name).filter((name) => name.startsWith('GET '));
    expect(requests).toEqual(['GET /api/session', 'GET /api/session']);
    await gateway.stop();
    await collector.close();
  });

  it.each([
    ['does not answer', { delayMs: 60_000 }],
    ...(isSoak ? [['hangs up', { hangUp: true }] as const] : []),
  ] as const)('do not delay the stop when the collector %s', async (_, reply) => {
    const deaf = await FakeServer.start(() => reply);
    const gateway = await startAndAsk(deaf.url);
    const stoppedAt = Date.now();
    expect(await gateway.end()).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(5_000);
    expect(deaf.seen).not.toEqual([]);
    await gateway.stop();
    await deaf.close();
  });
});
