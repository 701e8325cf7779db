import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { plainAddress } from '@inner-weather/platform/limits/network';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from './device-cookie.js';

const USER_AGENT_MAX = 300;
/** An IPv6 address has at most 45 characters. Behind a blindly trusted proxy, the client can send any text. */
const ADDRESS_MAX = 64;

/** The address and the browser of a request. */
export function clientOf(request: FastifyRequest): ClientInfo {
  return {
    address: plainAddress(request.ip).slice(0, ADDRESS_MAX),
    device: deviceOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  };
}
