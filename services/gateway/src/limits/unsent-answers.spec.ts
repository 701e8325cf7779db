import { Readable, Writable } from 'node:stream';
import { jest } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnsentAnswers } from './unsent-answers.js';

const MIB = 1024 * 1024;
const STALL_MS = 20_000;

/** An answer whose bytes wait until it is `read`. */
class Answer extends Writable {
  onStall?: () => void;
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    this.read = done;
  }
  read = (): void => undefined;
  setTimeout(ms: number, onStall: () => void): void {
    expect(ms).toBe(STALL_MS);
    this.onStall = onStall;
  }
}

describe('UnsentAnswers', () => {
  let unsent: UnsentAnswers;
  let people = 0;

  beforeEach(() => {
    unsent = new UnsentAnswers({ RATE_LIMITS: 'on', UNREAD_TIMEOUT_MS: STALL_MS });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const answerTo = (reader: string | undefined, payload: unknown, statusCode = 200) => {
    const raw = new Answer();
    const request = { ip: '192.0.2.1', ...(reader && { user: { user: { id: reader } } }) };
    const refusal = unsent.begin(
      request as unknown as FastifyRequest,
      { raw, statusCode } as unknown as FastifyReply,
      payload,
    );
    return { raw, code: refusal?.code };
  };
  const codes = (count: number, reader: () => string | undefined, bytes: number) =>
    Array.from({ length: count }, () => answerTo(reader(), Buffer.alloc(bytes)).code);
  const newPerson = () => `person ${++people}`;
  /** Lets the events of streams come. */
  const nextEvents = () => new Promise((resolve) => setImmediate(resolve));

  it('bounds those of one person, and takes one that is larger by itself', () => {
    expect(codes(3, () => 'ada', 8 * MIB)).toEqual([undefined, undefined, 'rate_limited']);
    expect(codes(2, () => 'eve', 30 * MIB)).toEqual([undefined, 'rate_limited']);
    // Refusals and empty answers have room always.
    expect(answerTo('ada', 'x'.repeat(1_000), 429).code).toBeUndefined();
    expect(answerTo('ada', undefined).code).toBeUndefined();
  });

  it('bounds small ones too, and those of a network that is not signed in', () => {
    expect(codes(20 * 64, () => 'ada', 16 * 1_024).every((code) => code === undefined)).toBe(true);
    expect(codes(1, () => 'ada', 1)).toEqual(['rate_limited']);
    expect(codes(3, () => undefined, 8 * MIB)).toEqual([undefined, undefined, 'rate_limited']);
  });

  it('bounds those of all clients together', () => {
    const all = codes(11, newPerson, 16 * MIB);
    expect(all).toEqual([...Array.from({ length: 10 }, () => undefined), 'unavailable']);
  });

  it.each<[string, (raw: Answer) => void]>([
    ['was sent', (raw) => raw.end('x').read()],
    ['was given up', (raw) => void raw.destroy()],
  ])('has room again when an answer %s', async (_what, end) => {
    const firstAnswer = answerTo('ada', Buffer.alloc(20 * MIB));
    expect(codes(1, () => 'ada', MIB)).toEqual(['rate_limited']);
    end(firstAnswer.raw);
    await nextEvents();
    await nextEvents();
    expect(codes(2, () => 'ada', 10 * MIB)).toEqual([undefined, undefined]);
  });

  it('gives up an answer of which nothing is read, and not one that waits for its service', () => {
    const [unread, slow] = [answerTo('ada', 'x'.repeat(100)), answerTo('eve', Readable.from(['x']))];
    unread.raw.write('x'.repeat(100));
    for (const { raw } of [unread, slow]) raw.onStall?.();
    expect([unread.raw.destroyed, slow.raw.destroyed]).toEqual([true, false]);
  });

  it('gives up an answer that is read too slowly, by its size, and an export after half an hour', () => {
    jest.useFakeTimers();
    const [small, large, stream] = [
      answerTo('ada', 'x'),
      answerTo('ada', Buffer.alloc(8 * MIB)),
      answerTo('ada', Readable.from(['x'])),
    ];
    const listDestroyed = () => [small, large, stream].map(({ raw }) => raw.destroyed);
    jest.advanceTimersByTime(61_000);
    expect(listDestroyed()).toEqual([true, false, false]);
    jest.advanceTimersByTime(8 * 16_000);
    expect(listDestroyed()).toEqual([true, true, false]);
    jest.advanceTimersByTime(30 * 60_000);
    expect(listDestroyed()).toEqual([true, true, true]);
  });

  it('ends the stream of an answer that it refuses', () => {
    codes(1, () => 'ada', 20 * MIB);
    const stream = Readable.from(['x']);
    expect(answerTo('ada', stream).code).toBe('rate_limited');
    expect(stream.destroyed).toBe(true);
  });
});
