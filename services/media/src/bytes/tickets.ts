import { randomBytes } from 'node:crypto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { PhotoSize } from '@inner-weather/contracts/photos/photo-id';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';

/** Milliseconds in which a ticket has to be used. */
const TICKET_MS = 60_000;

/** Uploads that may begin or run at a time: of all people, and of one. */
const UPLOADS_MAX = 40;
const UPLOADS_OF_ONE_MAX = 20;
/** Tickets to read that wait to be used. The gateway uses each at once. */
const READS_MAX = 5_000;

const RETRY_S = 5;

export interface UploadTicket {
  kind: 'upload';
  userId: string;
  photoId: string;
  /** Tells uploads of one photo apart. */
  upload: string;
}

export interface ReadTicket {
  kind: 'read';
  userId: string;
  photoId: string;
  size: PhotoSize;
  /** As WebP without it. */
  form?: 'jpeg';
}

type Ticket = UploadTicket | ReadTicket;

/** The tokens that calls have issued. They are in the memory of the replica that answered, to which the bytes come. */
@Injectable()
export class Tickets {
  private readonly tickets = new Map<string, { ticket: Ticket; timer: NodeJS.Timeout }>();
  /** Uploads with a ticket, and those that run, by person. */
  private readonly uploads = new Map<string, number>();
  private uploadsInAll = 0;

  /** Throws `rate_limited` or `unavailable` if too many wait. */
  issue(ticket: Ticket): string {
    if (ticket.kind === 'upload') this.beginUpload(ticket.userId);
    else if (this.tickets.size >= READS_MAX) throw busy();
    const token = randomBytes(32).toString('base64url');
    const timer = setTimeout(() => this.expire(token), TICKET_MS).unref();
    this.tickets.set(token, { ticket, timer });
    return token;
  }

  /** A token works once. Call `endUpload` when the upload has ended. */
  use<Kind extends Ticket['kind']>(kind: Kind, token: string): Extract<Ticket, { kind: Kind }> | undefined {
    const found = this.tickets.get(token);
    if (found?.ticket.kind !== kind) return undefined;
    clearTimeout(found.timer);
    this.tickets.delete(token);
    return found.ticket as Extract<Ticket, { kind: Kind }>;
  }

  endUpload({ userId }: UploadTicket): void {
    const others = (this.uploads.get(userId) ?? 1) - 1;
    if (others > 0) this.uploads.set(userId, others);
    else this.uploads.delete(userId);
    this.uploadsInAll -= 1;
  }

  private beginUpload(userId: string): void {
    const own = this.uploads.get(userId) ?? 0;
    if (own >= UPLOADS_OF_ONE_MAX)
      throw new DomainError('rate_limited', problem(PHOTO_PROBLEMS.photos_busy), RETRY_S);
    if (this.uploadsInAll >= UPLOADS_MAX) throw busy();
    this.uploads.set(userId, own + 1);
    this.uploadsInAll += 1;
  }

  private expire(token: string): void {
    const found = this.tickets.get(token);
    this.tickets.delete(token);
    if (found?.ticket.kind === 'upload') this.endUpload(found.ticket);
  }
}

const busy = (): DomainError => new DomainError('unavailable', problem(PHOTO_PROBLEMS.photos_busy), RETRY_S);
