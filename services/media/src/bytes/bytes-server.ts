import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { PhotoTicket } from '@inner-weather/contracts/rpc/media';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { newContext, runInContext } from '@inner-weather/platform/context';
import { asDomainError } from '@inner-weather/platform/errors';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { MediaConfig } from '../config.js';
import { PhotosService } from '../photos/photos.service.js';
import { StoreAway } from '../store/photo-store.js';
import { Tickets } from './tickets.js';

/**
 * Milliseconds for a whole upload, and without a byte in either direction, but for an upload that has arrived and waits for
 * its turn to be decoded: the gateway decides how long. It has the same for its client.
 */
const REQUEST_MS = 10 * 60_000;
const SILENT_MS = 60_000;

/**
 * The inner port, on which the gateway sends (PUT) and reads (GET) the bytes of photos with the token of a ticket. It
 * answers errors as calls do, and knows nothing of people: who may do what was decided when the ticket was issued.
 */
@Injectable()
export class BytesServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(BytesServer.name);
  private readonly server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    void runInContext(newContext(), () => this.answer(request, response));
  });
  private url = '';

  constructor(
    private readonly config: MediaConfig,
    private readonly tickets: Tickets,
    private readonly photos: PhotosService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { PHOTOS_HOST, PHOTOS_PORT } = this.config;
    this.server.setTimeout(SILENT_MS, (socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(PHOTOS_PORT, PHOTOS_HOST, resolve);
    });
    const { port } = this.server.address() as AddressInfo;
    this.url = `http://${ownAddress(PHOTOS_HOST)}:${port}/`;
  }

  /** Lets running transfers end, for as long as the service may take to stop. */
  async beforeApplicationShutdown(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    const deadline = setTimeout(() => this.server.closeAllConnections(), this.config.SHUTDOWN_GRACE_MS);
    await closed;
    clearTimeout(deadline);
  }

  /** A ticket for this replica. */
  ticketOf(...args: Parameters<Tickets['issue']>): PhotoTicket {
    return { url: this.url, token: this.tickets.issue(...args) };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    try {
      if (request.method === 'PUT') await this.receive(token, request, response);
      else await this.send(token, response);
    } catch (error) {
      this.refuse(error, response);
    }
  }

  private async receive(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ticket = this.tickets.use('upload', token);
    if (!ticket) throw unknownTicket();
    request.once('end', () => request.setTimeout(0));
    try {
      const photo = await this.photos.receive(ticket, request);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(photo));
    } finally {
      this.tickets.endUpload(ticket);
    }
  }

  private async send(token: string, response: ServerResponse): Promise<void> {
    const ticket = this.tickets.use('read', token);
    if (!ticket) throw unknownTicket();
    if (ticket.form === 'jpeg') {
      const jpeg = await this.photos.readAsJpeg(ticket);
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length }).end(jpeg);
      return;
    }
    const { sealed, opener, bytes } = await this.photos.read(ticket);
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': bytes });
    // The gateway's client may go away at any time.
    await pipeline(sealed, opener, response);
  }

  private refuse(error: unknown, response: ServerResponse): void {
    const isGone = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isGone && !asDomainError(error))
      this.logger.error({ err: error, msg: 'a photo could not be received or sent' });
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const known = toDomainError(error);
    // An upload that is refused early goes on arriving: the connection ends with the answer.
    response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(known.toWire()));
  }
}

const unknownTicket = (): DomainError =>
  new DomainError('unauthenticated', problem(ACCOUNT_PROBLEMS.session_ended));

function toDomainError(error: unknown): DomainError {
  if (error instanceof StoreAway)
    return new DomainError('unavailable', problem(PHOTO_PROBLEMS.photo_store_away), 10);
  return asDomainError(error) ?? new DomainError('internal', problem(REQUEST_PROBLEMS.internal_try_again));
}

/** The address under which the gateway reaches this replica. */
function ownAddress(host: string): string {
  if (host !== '::' && host !== '0.0.0.0') return isIPv6(host) ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const [first] = addresses
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .sort((one, other) => one.family.localeCompare(other.family));
  if (!first) return '127.0.0.1';
  return first.family === 'IPv6' ? `[${first.address}]` : first.address;
}
