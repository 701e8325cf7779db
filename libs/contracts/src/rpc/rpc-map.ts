import type { AuthCalls } from './auth.js';
import type { InsightsCalls } from './insights.js';
import type { JournalCalls } from './journal.js';
import type { WeatherCalls } from './weather.js';

/*
 * The RPC calls between the gateway and the services, one file per service that answers. That service validates the
 * request again. A request that changes data carries what makes it safe to be delivered twice.
 */

/** name -> request and answer. The first part of a name is the service that answers it. */
export interface RpcMap extends AuthCalls, JournalCalls, WeatherCalls, InsightsCalls {}

export type RpcMethod = keyof RpcMap;
