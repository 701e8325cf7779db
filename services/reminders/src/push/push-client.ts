import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { DependencyFailure } from '@inner-weather/contracts/administration/service-state.dto';
import { Dependencies, reasonOf } from '@inner-weather/platform/dependencies';
import { retryAfterMs } from '@inner-weather/platform/retry-after';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RequestDetails } from 'web-push';
import { RemindersConfig } from '../config.js';
import { isKnownEndpoint, lookUpPublic, PrivateAddressError, refusePrivateHost } from './push-hosts.js';
import { contactOf, readVapidKeys } from './vapid.js';

/** What a browser's PushSubscription holds. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushMessage {
  /** JSON for the service worker, up to 3,000 bytes. */
  payload: string;
  /** A later message with the same topic replaces one that still waits at the push service. */
  topic: string;
  /** Seconds for which the push service keeps it while the device is away. */
  ttlS: number;
}

/**
 * `sent`: the push service has accepted it; `ended`: there is no such subscription any more; `refused`: it will never be
 * accepted; `later`: it may be tried again, after `afterMs` if the push service said so.
 */
export type PushOutcome =
  | { outcome: 'sent' | 'ended' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; afterMs?: number };

/** Connections to one push service. */
const SOCKETS_MAX = 32;
/** Characters of an answer that are read. Answers are empty or short. */
const ANSWER_MAX = 16 * 1024;
/** Half of what push services accept (RFC 8292: 24 hours). */
const TOKEN_MS = 12 * 60 * 60_000;
/** Push services whose tokens are kept. A user can make up names below a known one, such as *.push.apple.com. */
const TOKENS_MAX = 100;
/** Sends messages to push services (RFC 8030), encrypted for the browser (RFC 8291). */
@Injectable()
export class PushClient implements OnApplicationShutdown {
  private readonly vapid;
  private readonly agent: Agent;
  /** The Authorization header for each push service, and when it is replaced. */
  private readonly tokens = new Map<string, { header: string; until: number }>();

  constructor(
    private readonly config: RemindersConfig,
    private readonly dependencies: Dependencies,
  ) {
    dependencies.declare('push');
    this.vapid = readVapidKeys(config.VAPID_PRIVATE_KEY_FILE);
    const lookup = this.allowsPrivate ? undefined : lookUpPublic;
    this.agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX, ...(lookup && { lookup }) });
  }

  get publicKey(): string {
    return this.vapid.publicKey;
  }

  isKnown(endpoint: string): boolean {
    return isKnownEndpoint(endpoint, this.config.REMINDERS_PUSH_HOSTS);
  }

  /** The outcome is noted for the administrator's page, with the name of the push service and its reason. */
  async send(target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    // Checked again, since the list may have changed since the subscription.
    if (!this.isKnown(target.endpoint)) return { outcome: 'refused', reason: 'unknown push service' };
    const sent = await this.trySend(target, message);
    if (!('reason' in sent)) this.dependencies.succeeded('push');
    else {
      const { hostname } = new URL(target.endpoint);
      this.dependencies.failed('push', failureOf(sent), { reason: `${hostname}: ${sent.reason}` });
    }
    return sent;
  }

  private async trySend(target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    try {
      if (!this.allowsPrivate) refusePrivateHost(new URL(target.endpoint).hostname);
      return outcomeOf(await this.post(target.endpoint, await this.encrypt(target, message)));
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      if (error instanceof PrivateAddressError) return { outcome: 'refused', reason: PRIVATE };
      return { outcome: 'later', reason: code ?? name };
    }
  }

  /** After the scheduler has stopped: an answer that is cut off would mean a second message. */
  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  private get allowsPrivate(): boolean {
    return this.config.REMINDERS_PUSH_PRIVATE === 'on';
  }

  private async encrypt(target: PushTarget, { payload, topic, ttlS }: PushMessage): Promise<RequestDetails> {
    // Loaded with the first reminder.
    const { default: webPush } = await import('web-push');
    return webPush.generateRequestDetails(target, payload, {
      TTL: ttlS,
      topic,
      urgency: 'normal',
      // The token is made once for each push service, and not for each message.
      headers: { Authorization: this.authorization(webPush, new URL(target.endpoint).origin) },
    });
  }

  private post(endpoint: string, { method, headers, body }: RequestDetails): Promise<PushAnswer> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(this.config.REMINDERS_PUSH_TIMEOUT_MS);
      // Node follows no redirect, and one counts as refused.
      const sent = request(endpoint, { method, headers, agent: this.agent, signal }, (answer) => {
        const { statusCode: status = 0, headers: received } = answer;
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (text.length > ANSWER_MAX) answer.destroy();
        });
        answer.on('error', () => undefined);
        answer.on('close', () => resolve({ status, headers: received, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private authorization(webPush: typeof import('web-push'), origin: string): string {
    const known = this.tokens.get(origin);
    if (known && known.until > Date.now()) return known.header;
    const { publicKey, privateKey } = this.vapid;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      contactOf(this.config.PUBLIC_URL),
      publicKey,
      privateKey,
      'aes128gcm',
    );
    if (this.tokens.size >= TOKENS_MAX) this.tokens.clear();
    // Replaced an hour before it ends.
    this.tokens.set(origin, { header, until: Date.now() + TOKEN_MS - 60 * 60_000 });
    return header;
  }
}

interface PushAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const PRIVATE = 'private address';

function failureOf({ outcome, reason }: PushOutcome & { reason: string }): DependencyFailure {
  if (reason === PRIVATE) return 'push_private';
  return outcome === 'refused' ? 'push_refused' : 'push_unreachable';
}

function outcomeOf({ status, headers, text }: PushAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'ended' };
  const why = headers['x-wns-error-description'] ?? wordsIn(text);
  const reason = reasonOf(`${status} ${String(why)}`);
  if (status !== 429 && status < 500) return { outcome: 'refused', reason };
  return { outcome: 'later', reason, afterMs: retryAfterMs(headers['retry-after']) };
}

/**
 * Why a push service refused: Apple's `reason`, the `message` of Mozilla's and Google's, or what is no JSON. Microsoft's says
 * it in a header.
 */
function wordsIn(text: string): string {
  try {
    const { reason, message, error } = JSON.parse(text) as Record<string, unknown>;
    const inner =
      typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
    const words = [reason, message, inner].find((one) => typeof one === 'string');
    return typeof words === 'string' ? words : '';
  } catch {
    return text.replace(/<[^>]*>/g, ' ');
  }
}
