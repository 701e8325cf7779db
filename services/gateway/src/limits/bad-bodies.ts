import type { DomainError, ErrorCode } from '@inner-weather/contracts/messaging/errors';
import { networkOf } from '@inner-weather/platform/limits/network';
import { tooMany } from '@inner-weather/platform/limits/rate-limiter';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { KnownBrowsers } from '../sessions/known-browsers.js';
import { MinuteCounts } from './minute-counts.js';

/** The error codes for a bad body. */
const BAD: ErrorCode[] = [
  'malformed_request',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
];

/**
 * Limits how many malformed or invalid bodies one network can send. The gateway counts them, since no service ever sees
 * them. A body is counted as bad once it has arrived, before it is parsed, so that parallel requests cannot exceed the
 * limit. A valid body is subtracted again. A body that never arrives is not counted. A known browser counts for its
 * account and not for its network, so that other clients in the network cannot lock it out.
 */
export class BadBodies {
  private readonly counts = new MinuteCounts();
  private readonly countedBodies = new WeakMap<FastifyRequest, { subject: string; at: number }>();

  constructor(
    private readonly config: Pick<GatewayConfig, 'RATE_LIMITS' | 'BAD_BODIES_PER_MINUTE'>,
    private readonly browsers: Pick<KnownBrowsers, 'accountOf'>,
  ) {}

  /** Call it before the body is read. Returns a refusal if the sender has sent too many bad bodies. */
  begin(request: FastifyRequest): DomainError | undefined {
    if (this.isUncounted(request)) return undefined;
    return this.refusalAt(this.counts.countOf(this.subjectOf(request)) + 1);
  }

  /** Call it when the body has arrived, before parsing. Counts it, and returns a refusal if it exceeds the limit. */
  arrive(request: FastifyRequest): DomainError | undefined {
    return this.isUncounted(request) ? undefined : this.refusalAt(this.count(request));
  }

  /** `refusal` is the error code if the request was refused. */
  end(request: FastifyRequest, refusal: ErrorCode | undefined): void {
    const isBad = refusal !== undefined && BAD.includes(refusal);
    const countedBody = this.countedBodies.get(request);
    if (countedBody && !isBad) this.counts.takeBack(countedBody.subject, countedBody.at);
    // Some bodies are refused without being parsed, such as one that is too large.
    if (!countedBody && isBad && request.raw.complete && !this.isUncounted(request)) this.count(request);
  }

  private count(request: FastifyRequest): number {
    const subject = this.subjectOf(request);
    this.countedBodies.set(request, { subject, at: Date.now() });
    return this.counts.add(subject);
  }

  private subjectOf(request: FastifyRequest): string {
    const account = this.browsers.accountOf(request);
    return account ? `account ${account}` : networkOf(request.ip);
  }

  private refusalAt(count: number): DomainError | undefined {
    if (count <= this.config.BAD_BODIES_PER_MINUTE) return undefined;
    return tooMany({ subject: 'invalid_requests', windowMs: MinuteCounts.windowMs });
  }

  private isUncounted({ headers }: FastifyRequest): boolean {
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
    return this.config.RATE_LIMITS === 'off' || !hasBody;
  }
}
