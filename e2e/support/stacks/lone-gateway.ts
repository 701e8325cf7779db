import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireError } from '@inner-weather/contracts/messaging/errors';
import type { EventName } from '@inner-weather/contracts/messaging/events';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { EVENTS_EXCHANGE, type ServiceName } from '@inner-weather/contracts/messaging/topology';
import { keyId } from '@inner-weather/platform/jwt-keys';
import { HEADER } from '@inner-weather/platform/messaging/envelope';
import { declareRpcQueue, rpcQueue } from '@inner-weather/platform/messaging/topology';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { connect, type ConsumeMessage } from 'amqplib';
import { gatewayProcess } from './gateway-process.js';

/** How a scripted service answers a call. */
export type NeighbourReply =
  | { ok: unknown; meta?: Record<string, string> }
  /** Bytes as they are. */
  | { bytes: string; meta?: Record<string, string> }
  | { error: Omit<WireError, 'code'> & { code: string } }
  /** No answer, ever. */
  | 'silence';

type Neighbour = (request: Record<string, unknown>) => NeighbourReply | Promise<NeighbourReply>;

/** A call as the scripted service received it. */
export interface SeenCall {
  method: string;
  request: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export type LoneGateway = Awaited<ReturnType<typeof startLoneGateway>>;

const serviceOf = (method: string) => method.split('.')[0] as ServiceName;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The gateway as a separate process on a real broker, with services whose answers a test scripts. It serves no UI. */
export async function startLoneGateway(settings: NodeJS.ProcessEnv = {}) {
  const infrastructure = await testInfrastructure();
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-gateway-'));
  const keysFile = join(folder, 'public.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  writeFileSync(keysFile, publicKey.export({ type: 'spki', format: 'pem' }));

  const wire = await connect(infrastructure.amqpUrl);
  const channel = await wire.createChannel();
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true });
  /** By method, and by service for its other methods. */
  const neighbours = new Map<string, Neighbour>();
  const services = new Set<string>();
  const calls: SeenCall[] = [];

  const answer = async (message: ConsumeMessage | null): Promise<void> => {
    if (!message) return;
    const method = String(message.properties.type);
    const request = JSON.parse(message.content.toString()) as Record<string, unknown>;
    calls.push({ method, request, headers: message.properties.headers ?? {} });
    const neighbour = neighbours.get(method) ?? neighbours.get(serviceOf(method));
    const reply = (await neighbour?.(request)) ?? 'silence';
    if (reply === 'silence') return;
    const { replyTo, correlationId } = message.properties as { replyTo: string; correlationId: string };
    const body =
      'error' in reply
        ? JSON.stringify(reply.error)
        : 'bytes' in reply
          ? reply.bytes
          : JSON.stringify(reply.ok);
    channel.sendToQueue(replyTo, Buffer.from(body), {
      correlationId,
      headers: {
        [HEADER.status]: 'error' in reply ? 'error' : 'ok',
        [HEADER.meta]: 'meta' in reply ? reply.meta : {},
      },
    });
  };

  const serve = async (service: ServiceName): Promise<void> => {
    if (services.has(service)) return;
    services.add(service);
    await declareRpcQueue(channel, service);
    await channel.consume(rpcQueue(service), (message) => void answer(message), { noAck: true });
  };

  const { url, child, until } = await gatewayProcess('gateway', folder, {
    AMQP_URL: infrastructure.amqpUrl,
    RATE_LIMITS: 'off',
    JWT_PUBLIC_KEYS_FILE: keysFile,
    ...settings,
  });
  child.start();
  await until('live');

  const gateway = {
    url,
    calls,
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers }),
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    /** From now on the service of this method runs and answers like this. */
    async neighbour(method: RpcMethod, reply: Neighbour): Promise<void> {
      neighbours.set(method, reply);
      await serve(serviceOf(method));
    },
    /** The same for all methods of a service that have no reply of their own. */
    async otherwise(service: ServiceName, reply: NeighbourReply): Promise<void> {
      neighbours.set(service, () => reply);
      await serve(service);
    },
    publish: (name: EventName, payload: object): boolean =>
      channel.publish(EVENTS_EXCHANGE, name, Buffer.from(JSON.stringify(payload)), {
        type: name,
        messageId: randomUUID(),
      }),
    /** A token that auth could have signed. */
    token(sessionId: string = randomUUID(), id = 'user-1'): string {
      const exp = Math.floor(Date.now() / 1_000) + 600;
      const user = { id, name: 'Ada', email: 'ada@example.org', location: 'Porto' };
      const head = part({ alg: 'RS256', typ: 'JWT', kid: keyId(publicKey) });
      const signed = `${head}.${part({ user, sid: sessionId, exp })}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    /** Resolves when the gateway is ready. */
    ready: () => until('ready'),
    /** Tells the process to stop, and resolves with its exit code when it has stopped. */
    end: async (): Promise<number | null> => {
      child.kill('SIGTERM');
      return child.exited();
    },
    async stop(): Promise<void> {
      await child.stop();
      await wire.close();
      await infrastructure.close();
      rmSync(folder, { recursive: true });
    },
  };
  return gateway;
}
