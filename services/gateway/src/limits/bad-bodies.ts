import type { DomainError, ErrorCode } from '@inner-weather/contracts/errors';
import { networkOf } from '@inner-weather/platform/limits/network';
import { tooMany } from '@inner-weather/platform/limits/rate-limiter';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
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
 * them. Each body is counted before it is read, so that parallel requests cannot exceed the limit. A valid body is
 * subtracted again.
 */
export class BadBodies {
  private readonly counts = new MinuteCounts();
  private readonly counted = new WeakMap<FastifyRequest, { network: string; at: number }>();

  constructor(private readonly config: Pick<GatewayConfig, 'RATE_LIMITS' | 'BAD_BODIES_PER_MINUTE'>) {}

  /** The refusal for a request with a body if its network has sent too many bad ones. */
  begin(request: FastifyRequest): DomainError | undefined {
    if (this.config.RATE_LIMITS === 'off' || !hasBody(request)) return undefined;
    const network = networkOf(request.ip);
    const count = this.counts.add(network);
    this.counted.set(request, { network, at: Date.now() });
    if (count <= this.config.BAD_BODIES_PER_MINUTE) return undefined;
    return tooMany({ words: 'invalid requests', windowMs: MinuteCounts.windowMs });
  }

  /** `refusal` is the error code if the request was refused. */
  end(request: FastifyRequest, refusal: ErrorCode | undefined): void {
    const counted = this.counted.get(request);
    if (counted && !(refusal && BAD.includes(refusal))) this.counts.takeBack(counted.network, counted.at);
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
