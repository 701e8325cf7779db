import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError, type WireError } from '@inner-weather/contracts/messaging/errors';
import type { PhotoDto } from '@inner-weather/contracts/photos/photos.dto';
import type { PhotoTicket } from '@inner-weather/contracts/rpc/media';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** Milliseconds without a byte in either direction. Media may wait so long for its turn to decode. */
const SILENT_MS = 120_000;
/** Bytes of an answer about a photo, which is in memory as a whole. */
const ANSWER_BYTES_MAX = 64 * 1024;
const RETRY_S = 5;

/** Moves the bytes of photos to and from media, as fast as the slower side takes them. */
@Injectable()
export class MediaClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ keepAlive: true });

  /** Once the requests that need it have their answers: it also ends the connections in use. */
  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  /** Throws what media answers, and `unavailable` if it goes away. */
  async send(ticket: PhotoTicket, body: Readable): Promise<PhotoDto> {
    const outgoing = this.request('PUT', ticket);
    const answered = answerTo(outgoing);
    // Media may refuse a photo before all of it has arrived, and then its answer counts.
    const sent = pipeline(body, outgoing).catch((error: unknown) => {
      if (body.errored || !body.readableEnded) outgoing.destroy(error as Error);
    });
    const answer = await answered;
    const text = await textOf(answer);
    if (answer.statusCode !== 200) throw toDomainError(text);
    await sent;
    return JSON.parse(text) as PhotoDto;
  }

  /** The picture. Throws as `send` does. */
  async open(ticket: PhotoTicket): Promise<Readable> {
    const outgoing = this.request('GET', ticket);
    const answered = answerTo(outgoing);
    outgoing.end();
    const answer = await answered;
    if (answer.statusCode !== 200) throw toDomainError(await textOf(answer));
    return answer;
  }

  private request(method: string, { url, token }: PhotoTicket) {
    const headers = { authorization: `Bearer ${token}` };
    const outgoing = httpRequest(url, { method, agent: this.agent, headers, timeout: SILENT_MS });
    outgoing.on('timeout', () => outgoing.destroy(new Error('media is silent')));
    return outgoing;
  }
}

function answerTo(outgoing: ReturnType<typeof httpRequest>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    // Every error, also after the answer.
    outgoing.on('error', () => reject(away()));
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) {
    text += String(part);
    if (text.length > ANSWER_BYTES_MAX) throw away();
  }
  return text;
}

function toDomainError(text: string): DomainError {
  const { code, errors, retryAfter } = JSON.parse(text) as WireError;
  // A ticket that media does not know any more says nothing about the user's session.
  return code === 'unauthenticated' ? away() : new DomainError(code, errors, retryAfter);
}

const away = (): DomainError =>
  new DomainError('unavailable', problem(PHOTO_PROBLEMS.photo_store_away), RETRY_S);
