import { randomUUID } from 'node:crypto';
import type { SessionUserDto } from '@inner-weather/contracts/auth.dto';
import type { EntryDto } from '@inner-weather/contracts/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights.dto';
import { eventually } from '@inner-weather/testing/eventually';

export const PASSWORD = 'a long evening walk';

/** What the door answered. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON, else the text. */
  body: T;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  errors: { msg: string; field?: string }[];
}

interface RequestOptions {
  token?: string;
  /** An object is sent as JSON; text is sent as it is. */
  body?: object | string;
  headers?: Record<string, string>;
}

/** One running stack, through its HTTP door. */
export class Api {
  constructor(readonly url: string) {}

  async request<T = unknown>(
    method: string,
    path: string,
    { token, body, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { 'x-auth-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = await answer.text();
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  /** A new person in a city, signed up. */
  async signUp({ firstName = 'Ada', location = 'Porto' } = {}): Promise<Person> {
    const email = `${randomUUID()}@example.org`;
    const form = {
      firstName,
      lastName: 'Lovelace',
      location,
      email,
      password: PASSWORD,
      passwordVal: PASSWORD,
    };
    const { status, body, headers } = await this.request<{ token: string }>('POST', '/api/user/new', {
      body: form,
    });
    if (status !== 201) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`);
    const user = claimsOf(body.token).user;
    return new Person(this, user, body.token, headers.getSetCookie().join('; ').split(';')[0] ?? '');
  }
}

/** Somebody who is signed in. */
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

  async write(entry: Partial<EntryDto> = {}, headers: Record<string, string> = {}): Promise<EntryDto> {
    const { email, location } = this.user;
    const body = { email, content: 'A walk by the river', inputMood: 'Happy', location, ...entry };
    const answer = await this.request<EntryDto>('POST', '/api/journal/new', { body, headers });
    if (answer.status !== 201) throw new Error(`new entry: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  search(query: Record<string, string> = {}): Promise<Answer<EntryDto[]>> {
    const today = new Date().toISOString().slice(0, 10);
    const params = { userReference: this.user.email, startDate: today, endDate: today, ...query };
    return this.request('GET', `/api/journal/search?${new URLSearchParams(params)}`);
  }

  /** The entry once its weather is no longer pending. */
  stamped(id: string, timeoutMs = 15_000): Promise<EntryDto> {
    return eventually(
      async () => {
        const { body } = await this.search();
        const entry = body.find(({ _id }) => _id === id);
        if (!entry || entry.weatherStatus === 'pending') throw new Error('still without its weather');
        return entry;
      },
      { timeoutMs },
    );
  }

  /** The job once it has ended. */
  finished(id: string, timeoutMs = 20_000): Promise<InsightJobDto> {
    return eventually(
      async () => {
        const { body } = await this.request<InsightJobDto>('GET', `/api/insights/${id}`);
        if (body.status !== 'done' && body.status !== 'failed') throw new Error(`still ${body.status}`);
        return body;
      },
      { timeoutMs },
    );
  }
}

/** A token's contents, unverified. */
export function claimsOf(token: string): { user: SessionUserDto; exp: number; iat: number } {
  const part = token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as {
    user: SessionUserDto;
    exp: number;
    iat: number;
  };
}
