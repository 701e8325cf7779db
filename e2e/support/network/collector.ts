import { FakeServer } from '@inner-weather/testing/fakes/server';

/** A span as it reached the collector. */
export interface SeenSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  /** '' at the beginning of a trace. */
  parentSpanId: string;
  attributes: Record<string, unknown>;
  failed: boolean;
}

/** The parts of an ExportTraceServiceRequest in JSON that tests read (opentelemetry-proto, trace/v1/trace.proto). */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status: { code?: number };
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

const STATUS_ERROR = 2;

/** Accepts OTLP over HTTP in JSON, as a real collector does, and keeps what it received. */
export class Collector {
  private constructor(private readonly server: FakeServer) {}

  static async start(): Promise<Collector> {
    return new Collector(await FakeServer.start(() => ({ body: {} })));
  }

  get url(): string {
    return this.server.url;
  }

  /** Everything that the collector received, as text. */
  get text(): string {
    return JSON.stringify(this.server.seen.map(({ body }) => body));
  }

  get spans(): SeenSpan[] {
    return this.server.seen
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => (body as ExportRequest).resourceSpans)
      .flatMap(({ resource, scopeSpans }) => {
        const service = String(valuesOf(resource.attributes)['service.name']);
        return scopeSpans.flatMap(({ spans }) => spans.map((span) => seenOf(service, span)));
      });
  }

  ofTrace(traceId: string): SeenSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

function seenOf(
  service: string,
  { name, traceId, spanId, parentSpanId = '', attributes, status }: WireSpan,
): SeenSpan {
  const failed = status.code === STATUS_ERROR;
  return { service, name, traceId, spanId, parentSpanId, attributes: valuesOf(attributes), failed };
}

/** Each value is an object with one field, named by its type. */
function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
