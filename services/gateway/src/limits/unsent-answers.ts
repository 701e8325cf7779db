import { finished, Stream } from 'node:stream';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { networkOf } from '@inner-weather/platform/limits/network';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { SignedIn } from '../sessions/signed-in.js';

const MIB = 1024 * 1024;

/** The most unread bytes of one person, or of one network without a token: two of the largest answers. */
const PER_READER_BYTES = 20 * MIB;

/** The most unread bytes of all clients together. */
const IN_ALL_BYTES = 160 * MIB;

/** Roughly how much memory a streamed answer holds while it is not read. */
const STREAM_BYTES = 256 * 1024;

/** Milliseconds for a whole answer, plus time for each MiB at half a megabit per second. */
const ANSWER_MS = 60_000;
const MIB_MS = 16_000;

/** Milliseconds for an export, whose length is not known in advance. */
const STREAM_MS = 30 * 60_000;

const RETRY_S = 2;

/**
 * Limits the memory of answers that clients have not read yet. Each answer has a deadline, and is aborted earlier if its
 * client stops reading.
 */
export class UnsentAnswers {
  private readonly byReader = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly config: Pick<GatewayConfig, 'RATE_LIMITS' | 'UNREAD_TIMEOUT_MS'>) {}

  /** Call it before an answer is sent. Returns the refusal to send instead if there is no memory for it. */
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
    const ownBytes = this.byReader.get(reader) ?? 0;
    // A single answer may exceed the limit.
    if (ownBytes > 0 && ownBytes + bytes > PER_READER_BYTES) {
      return new DomainError('rate_limited', problem(REQUEST_PROBLEMS.unread_answers), RETRY_S);
    }
    if (this.inAll > 0 && this.inAll + bytes > IN_ALL_BYTES) {
      return new DomainError('unavailable', problem(REQUEST_PROBLEMS.busy_with_answers), RETRY_S);
    }
    return undefined;
  }

  private add(reader: string, bytes: number): void {
    this.inAll += bytes;
    const ownBytes = (this.byReader.get(reader) ?? 0) + bytes;
    if (ownBytes > 0) this.byReader.set(reader, ownBytes);
    else this.byReader.delete(reader);
  }

  /** Aborts a stalled answer. Node restarts this time-out whenever the operating system accepts bytes. */
  private endWhenStalled({ raw }: FastifyReply): void {
    raw.setTimeout(this.config.UNREAD_TIMEOUT_MS, () => {
      // Without waiting bytes, the client is not slow: the rest of the answer has not arrived from the service.
      if (raw.writableLength > 0 || (raw.socket?.writableLength ?? 0) > 0) raw.destroy();
    });
  }
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
