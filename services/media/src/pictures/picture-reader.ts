import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { PHOTO_SIDES } from '@inner-weather/domain/photos/photo-sides';
import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import type {
  JpegAnswer,
  JpegRequest,
  Picture,
  PictureAnswer,
  PictureFault,
  PictureRequest,
} from './picture-child.js';

/** Milliseconds for one picture. The largest takes two seconds on a slow processor. */
const PICTURE_MS = 20_000;
/** Milliseconds after which a child without work ends, since its memory is not given back. */
const IDLE_MS = 20_000;
/** Bytes of the child: room for the largest PNG that has to be decoded as a whole, of 16 bits a channel. */
const MEMORY_MAX = 500 * 1024 * 1024;

/** One picture of each person is in the line, so that many of one hold up another's by one. A budget of people. */
const TURNS = { bytes: 1_000, underWayOfOne: 1, waitingMax: 1_000, waitMs: 10 * 60_000 };

const MEGA = 1_000_000;
const PROBLEM_OF = {
  not_image: problem(PHOTO_PROBLEMS.photo_not_image),
  heic: problem(PHOTO_PROBLEMS.photo_heic),
  damaged: problem(PHOTO_PROBLEMS.photo_damaged),
  pixels: problem(PHOTO_PROBLEMS.photo_pixels, { max: LIMITS.photoPixelsMax / MEGA }),
  tiny: problem(PHOTO_PROBLEMS.photo_tiny, { min: LIMITS.photoSideMin }),
  too_hard: problem(PHOTO_PROBLEMS.photo_too_hard),
} as const satisfies Record<PictureFault | 'too_hard', object>;

/** The file of the child: built beside this one, and joined beside the bundle of the service. */
const CHILD = fileURLToPath(new URL('./picture-child.js', import.meta.url));

export type EncryptedFile = Pick<PictureRequest, 'file' | 'key' | 'iv'>;

/** Decodes what was sent, one picture at a time, in a process that may die. */
@Injectable()
export class PictureReader implements BeforeApplicationShutdown {
  private readonly logger = new Logger(PictureReader.name);
  private readonly oneAtATime = pLimit(1);
  private readonly turns = new ByteBudget(TURNS);
  private child?: ChildProcess;
  private idle?: NodeJS.Timeout;
  /** Tests run sources, which Node does not, and bounds that are reached sooner. */
  childFile = CHILD;
  bounds = { memoryMax: MEMORY_MAX, timeoutMs: PICTURE_MS };

  /**
   * Throws `validation_failed` with the reason if the file is no photo that can be kept, and `unavailable` if the process
   * was ended from outside.
   */
  async read(file: EncryptedFile, userId: string): Promise<Picture> {
    const request: PictureRequest = {
      ...file,
      pixelsMax: LIMITS.photoPixelsMax,
      sideMin: LIMITS.photoSideMin,
      sides: PHOTO_SIDES,
      memoryMax: this.bounds.memoryMax,
    };
    const answer = await this.inTurn(userId, () => this.ask<PictureAnswer>(request));
    if ('fault' in answer) throw new DomainError('validation_failed', PROBLEM_OF[answer.fault]);
    return answer.picture;
  }

  /** @param webp a picture that `read` has made. Throws as `read` does. */
  async toJpeg(webp: Uint8Array, userId: string): Promise<Uint8Array> {
    const request: JpegRequest = { webp, memoryMax: this.bounds.memoryMax };
    const answer = await this.inTurn(userId, () => this.ask<JpegAnswer>(request));
    if ('fault' in answer) throw new DomainError('validation_failed', PROBLEM_OF[answer.fault]);
    return answer.jpeg;
  }

  /** Nest asks BytesServer first, which needs this, and which waits until running uploads have ended. */
  beforeApplicationShutdown(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
  }

  private inTurn<Answer>(userId: string, ask: () => Promise<Answer>): Promise<Answer> {
    return this.turns.during(1, userId, () => this.oneAtATime(ask));
  }

  private ask<Answer>(request: PictureRequest | JpegRequest): Promise<Answer | { fault: 'too_hard' }> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    return new Promise((resolve, reject) => {
      let isTooLong = false;
      const release = (): void => {
        clearTimeout(deadline);
        child.off('message', finish).off('exit', die).off('error', die);
        if (this.child === child) this.idle = setTimeout(() => this.endIdle(), IDLE_MS).unref();
      };
      const finish = (answer: Answer): void => {
        release();
        resolve(answer);
      };
      const die = (reason: number | null | Error, signal?: NodeJS.Signals | null): void => {
        this.logger.warn({ reason, signal, msg: 'the process that decodes pictures has ended' });
        if (this.child === child) this.child = undefined;
        release();
        const isFromOutside = reason instanceof Error || (signal && FROM_OUTSIDE.has(signal));
        if (isFromOutside && !isTooLong) reject(away());
        else resolve({ fault: 'too_hard' });
      };
      const deadline = setTimeout(() => {
        isTooLong = true;
        // A decoder in a loop would ignore any other signal.
        child.kill('SIGKILL');
      }, this.bounds.timeoutMs);
      child.on('message', finish).on('exit', die).on('error', die);
      // An error here is an exit as well.
      child.send(request, () => undefined);
    });
  }

  private start(): ChildProcess {
    // Without the environment of the service, which has secrets.
    const child = fork(this.childFile, { env: {}, execArgv: [], serialization: 'advanced', stdio: SILENT });
    // Of a child that nobody waits for any more.
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  private endIdle(): void {
    this.child?.disconnect();
    this.child = undefined;
  }
}

/** How a stop ends the process, or the kernel where memory is short. Other signals are crashes of the decoder. */
const FROM_OUTSIDE = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
const RETRY_S = 5;

const away = (): DomainError =>
  new DomainError('unavailable', problem(PHOTO_PROBLEMS.photo_store_away), RETRY_S);

const SILENT: ['ignore', 'ignore', 'ignore', 'ipc'] = ['ignore', 'ignore', 'ignore', 'ipc'];
