import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  CreateAccessTokenDto,
  NewAccessTokenDto,
} from '@inner-weather/contracts/accounts/access-tokens.dto';
import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import type { CreateEntryDto, EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { RecoveryCodesDto } from '@inner-weather/contracts/accounts/second-factor.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { totpAt } from '@inner-weather/testing/totp';
import { noteWritten } from '../at-rest.mjs';

export const PASSWORD = 'a long evening walk';

/** The answer to one request. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, otherwise text. */
  body: T;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  errors: { msg: string; field?: string; code?: string; params?: object }[];
}

interface RequestOptions {
  token?: string;
  /** An object is sent as JSON; text and bytes are sent as they are. */
  body?: object | string | Buffer;
  headers?: Record<string, string>;
}

/** The body of POST /user/new for a new person. */
export function signUpForm(changes: Record<string, unknown> = {}) {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    location: 'Porto',
    email: `${randomUUID()}@example.org`,
    password: PASSWORD,
    passwordVal: PASSWORD,
    ...changes,
  };
}

/** The day that is this many days from now, in UTC. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

/** A server may close a kept connection just when it is used again. A request that changes nothing is repeated then. */
async function fetchAgainIfClosed(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (init.method !== 'GET' || code !== 'UND_ERR_SOCKET') throw error;
    return fetch(url, init);
  }
}

/** One running stack, through its HTTP API. */
export class Api {
  constructor(readonly url: string) {}

  async request<T = unknown>(
    method: string,
    path: string,
    { token, body, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> {
    if (!Buffer.isBuffer(body)) noteWritten(body);
    const answer = await fetchAgainIfClosed(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { 'x-auth-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: Buffer.isBuffer(body)
        ? new Uint8Array(body)
        : typeof body === 'object'
          ? JSON.stringify(body)
          : body,
    });
    const text = await answer.text();
    const isJson = text !== '' && /\bjson\b/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  /** Signs up a new user in a city, with consent to sending entries to Gemini. An empty list skips the consent. */
  async signUp({ firstName = 'Ada', location = 'Porto', aiConsent = ['gemini'] } = {}): Promise<Person> {
    const body = signUpForm({ firstName, location });
    const person = this.personOf(await this.inTurn('POST', '/api/user/new', { body }), 201);
    if (aiConsent.length > 0) await person.request('PATCH', '/api/user/me', { body: { aiConsent } });
    return person;
  }

  /** The same person in another browser. */
  async logIn(
    { user }: { user: Pick<SessionUserDto, 'email'> },
    password = PASSWORD,
    code?: string,
  ): Promise<Person> {
    const body = { email: user.email, password, code };
    return this.personOf(await this.inTurn('POST', '/api/login', { body }), 200);
  }

  /** Asks again, up to four times, when it is told to: passwords wait for their turn, and some are asked to come back. */
  async inTurn<T = unknown>(...request: Parameters<Api['request']>): Promise<Answer<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.request<T>(...request);
      const { errors } = answer.body as Partial<Problem>;
      const isBusy = answer.status >= 400 && errors?.[0]?.code === 'too_many_requests';
      if (!isBusy || attempt === 5) return answer;
      await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    }
  }

  private personOf({ status, body, headers }: Answer, wanted: number): Person {
    if (status !== wanted) throw new Error(`no session: ${status} ${JSON.stringify(body)}`);
    const { token } = body as { token: string };
    return new Person(this, claimsOf(token).user, token, headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
}

/** A signed-in user. */
export class Person {
  constructor(
    readonly api: Api,
    readonly user: SessionUserDto,
    readonly token: string,
    /** `token=...`, as a browser would send it. */
    readonly cookie: string,
  ) {}

  request<T = unknown>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    return this.api.request<T>(method, path, { token: this.token, ...options });
  }

  /** Deletes the account; 204 if the password is right. */
  deleteAccount(currentPassword = PASSWORD, options: RequestOptions = {}): Promise<Answer> {
    return this.request('DELETE', '/api/user/me', { body: { currentPassword }, ...options });
  }

  async write(
    entry: Partial<EntryDto & CreateEntryDto> = {},
    headers: Record<string, string> = {},
  ): Promise<EntryDto> {
    const { email, location } = this.user;
    const body = { email, content: 'A walk by the river', inputMood: 'Happy', location, ...entry };
    const answer = await this.request<EntryDto>('POST', '/api/journal/new', { body, headers });
    if (answer.status !== 201) throw new Error(`new entry: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  search(query: Record<string, string> = {}): Promise<Answer<EntryDto[]>> {
    // One more day on both sides: midnight may pass during a test.
    const days = { startDate: dayFromToday(-1), endDate: dayFromToday(1) };
    const params = { userReference: this.user.email, ...days, ...query };
    return this.request('GET', `/api/journal/search?${new URLSearchParams(params)}`);
  }

  /** The search by words and other filters, in the last ten years. */
  find(wanted: Record<string, unknown>): Promise<Answer<EntryDto[]>> {
    const days = { startDate: dayFromToday(-3_650), endDate: dayFromToday(1) };
    return this.request('POST', '/api/journal/search', { body: { ...days, ...wanted } });
  }

  /** The entry once its weather is no longer pending. */
  stamped(id: string, timeoutMs = 30_000): Promise<EntryDto> {
    return eventually(
      async () => {
        const { body } = await this.search();
        const entry = body.find(({ _id }) => _id === id);
        if (!entry || entry.weatherStatus === 'pending') throw new Error('the entry has no weather yet');
        return entry;
      },
      { timeoutMs },
    );
  }

  /** Turns the second factor on with the current code, which no login accepts after that. */
  async turnOnSecondFactor(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const path = '/api/user/me/second-factor';
    const proof = { currentPassword: PASSWORD };
    const { secret } = (await this.request<{ secret: string }>('POST', path, { body: proof })).body;
    const confirmed = await this.request<RecoveryCodesDto>('POST', `${path}/confirmation`, {
      body: { code: totpAt(secret, Date.now()) },
    });
    if (confirmed.status !== 200) {
      throw new Error(`second factor: ${confirmed.status} ${JSON.stringify(confirmed.body)}`);
    }
    return { secret, ...confirmed.body };
  }

  async createAccessToken(over: Partial<CreateAccessTokenDto> = {}): Promise<NewAccessTokenDto> {
    const scopes = ['entries:read', 'entries:write'];
    const answer = await this.request<NewAccessTokenDto>('POST', '/api/user/me/access-tokens', {
      body: { name: 'A script', scopes, currentPassword: PASSWORD, ...over },
    });
    if (answer.status !== 201)
      throw new Error(`access token: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** The job once it has ended. */
  finished(id: string, timeoutMs = 30_000): Promise<InsightJobDto> {
    return eventually(
      async () => {
        const { body } = await this.request<InsightJobDto>('GET', `/api/insights/${id}`);
        if (body.status !== 'done' && body.status !== 'failed') {
          throw new Error(`still ${body.status}, ${JSON.stringify(body.progress)}`);
        }
        return body;
      },
      { timeoutMs },
    );
  }
}

/** A token's contents, unverified. */
export function claimsOf(token: string): Claims {
  const part = token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
}

interface Claims {
  user: SessionUserDto;
  sid: string;
  /** Both in seconds since 1970. */
  exp: number;
  iat: number;
}
