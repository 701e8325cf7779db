import type { AuthCalls } from './auth.js';
import type { InsightsCalls } from './insights.js';
import type { JournalCalls } from './journal.js';
import type { MediaCalls } from './media.js';
import type { RemindersCalls } from './reminders.js';
import type { StateCalls } from './state.js';
import type { WeatherCalls } from './weather.js';

/*
 * The RPC calls between the gateway and the services, one file per receiving service. The receiving service validates
 * requests again. Requests that change data are idempotent.
 */

/** The request and the answer of each call. The first part of a name is the receiving service. */
export interface RpcMap
  extends AuthCalls, JournalCalls, WeatherCalls, InsightsCalls, RemindersCalls, MediaCalls, StateCalls {}

export type RpcMethod = keyof RpcMap;
