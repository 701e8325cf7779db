import { finished, Stream } from 'node:stream';
import { DomainError } from '@inner-weather/contracts/errors';
import { networkOf } from '@inner-weather/platform/limits/network';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { SignedIn } from '../sessions/signed-in.js';

const MIB = 1024 * 1024;

/** Bytes of answers that one person, or one network that is not signed in, has not read yet: two of the largest. */
const PER_READER_BYTES = 20 * MIB;

/** The same of everybody. */
const IN_ALL_BYTES = 160 * MIB;

/** What a streamed answer holds in memory while it is not read, about. */
const STREAM_BYTES = 256 * 1024;

/** Milliseconds for a whole answer, and more for each MiB: half a megabit a second. */
const ANSWER_MS = 60_000;
const MIB_MS = 16_000;

/** Milliseconds for an export, which has any length. */
const STREAM_MS = 30 * 60_000;

const RETRY_S = 2;

/**
 * Bounds the answers that are in memory because their readers do not read them. Each has a deadline, and ends earlier if
 * nothing of it is read for a while.
 */
export class UnsentAnswers {
  private readonly byReader = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly config: Pick<GatewayConfig, 'RATE_LIMITS' | 'UNREAD_TIMEOUT_MS'>) {}

  /** Call it before an answer is sent. Answers the refusal to send instead if there is no room for it. */
  begin(request: FastifyRequest, reply: FastifyReply, payload: unknown): DomainError | undefined {
    const isStream = payload instanceof Stream;
    const bytes = isStream ? STREAM_BYTES : bytesOf(payload);
    if (bytes === 0) return undefined;
    const reader = (request as { user?: SignedIn }).user?.user.id ?? networkOf(request.ip);
    const refusal = reply.statusCode < 400 ? this.refusalFor(reader, bytes) : undefined;
    if (refusal) {
      if (isStream && 'destroy' in payload) (payload as Stream & { destroy: () => void }).destroy();
      return refusal;
    }
    this.add(reader, bytes);
    const deadline = setTimeout(
      () => reply.raw.destroy(),
      isStream ? STREAM_MS : ANSWER_MS + (bytes / MIB) * MIB_MS,
    );
    deadline.unref();
    this.endWhenStalled(reply);
    finished(reply.raw, () => {
      clearTimeout(deadline);
      this.add(reader, -bytes);
    });
    return undefined;
  }

  private refusalFor(reader: string, bytes: number): DomainError | undefined {
    if (this.config.RATE_LIMITS === 'off') return undefined;
    const own = this.byReader.get(reader) ?? 0;
    // One answer may always be larger than the bound.
    if (own > 0 && own + bytes > PER_READER_BYTES) {
      const words = 'Other answers to you have not been read yet. Please try again in a moment.';
      return new DomainError('rate_limited', words, RETRY_S);
    }
    if (this.inAll > 0 && this.inAll + bytes > IN_ALL_BYTES) {
      const words = 'The journal is busy with large answers right now. Please try again in a moment.';
      return new DomainError('unavailable', words, RETRY_S);
    }
    return undefined;
  }

  private add(reader: string, bytes: number): void {
    this.inAll += bytes;
    const own = (this.byReader.get(reader) ?? 0) + bytes;
    if (own > 0) this.byReader.set(reader, own);
    else this.byReader.delete(reader);
  }

  /** Node starts this time anew whenever the operating system takes some of the bytes that wait. */
  private endWhenStalled({ raw }: FastifyReply): void {
    raw.setTimeout(this.config.UNREAD_TIMEOUT_MS, () => {
      // Without bytes that wait it is not the reader who is slow, but the service that has the rest of the answer.
      if (raw.writableLength > 0 || (raw.socket?.writableLength ?? 0) > 0) raw.destroy();
    });
  }
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
