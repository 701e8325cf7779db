import type { ClientInfo } from '@inner-weather/contracts/rpc/auth';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from './device-cookie.js';

const USER_AGENT_MAX = 300;
/** An IPv6 address has 45 characters; behind a proxy that is trusted blindly it is whatever the client says. */
const ADDRESS_MAX = 64;

/** Who asks, and from where. */
export function clientOf(request: FastifyRequest): ClientInfo {
  return {
    address: request.ip.slice(0, ADDRESS_MAX),
    device: deviceOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  };
}
