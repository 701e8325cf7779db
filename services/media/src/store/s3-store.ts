import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { PhotoStore, type StoredOf, StoreAway } from './photo-store.js';

/** Milliseconds until the head of an answer. Node's fetch ends a body of which nothing arrives for five minutes. */
const ANSWER_MS = 15_000;

/** Keys in one answer; the most that stores give. */
const PAGE = 1_000;

/** Photos as objects of an S3-compatible store. */
export class S3Store extends PhotoStore {
  private readonly client: S3mini;
  private readonly prefix: string;

  /** @param url see MediaConfig.S3_URL */
  constructor(url: string) {
    super();
    const { origin, username, password, pathname, searchParams } = new URL(url);
    const [bucket = '', ...prefix] = pathname.split('/').filter(Boolean);
    this.prefix = prefix.map((part) => `${decodeURIComponent(part)}/`).join('');
    this.client = new S3mini({
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      endpoint: `${origin}/${bucket}`,
      region: searchParams.get('region') ?? 'us-east-1',
      fetch: fetchHead,
    });
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await away('put', () => this.client.putObject(this.prefix + key, bytes, 'application/octet-stream'));
  }

  async open(key: string): Promise<Readable | undefined> {
    const response = await away('get', () => this.client.getObjectResponse(this.prefix + key));
    return response?.body ? Readable.from(response.body, { objectMode: false }) : undefined;
  }

  async delete(key: string): Promise<void> {
    await away('delete', () => this.client.deleteObject(this.prefix + key).catch(unlessMissing));
  }

  async *list(owner?: string): AsyncIterable<StoredOf> {
    const prefix = this.prefix + (owner === undefined ? '' : `${owner}/`);
    let stored: StoredOf | undefined;
    let token: string | undefined;
    do {
      const page = await away('list', () => this.client.listObjectsPaged('/', prefix, PAGE, token));
      if (!page) throw new StoreAway('list: no such bucket');
      // In the order of their keys, so that those of a person follow each other.
      for (const { Key } of page.objects ?? []) {
        const [one = '', name, ...more] = Key.slice(this.prefix.length).split('/');
        if (!name || more.length > 0) continue;
        if (stored && stored.owner !== one) {
          yield stored;
          stored = undefined;
        }
        stored ??= { owner: one, names: new Set() };
        stored.names.add(name);
      }
      token = page.nextContinuationToken;
    } while (token !== undefined);
    if (stored) yield stored;
  }

  /** No S3-compatible store says. */
  freeBytes(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/**
 * As `fetch`, with a deadline for the head of the answer only: a slow reader may take long for its body. The length comes
 * from the body: with the client's own beside it, the header has it twice, which newer versions of Node's client refuse.
 */
const fetchHead: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  const ending = new AbortController();
  const deadline = setTimeout(() => ending.abort(new Error('no answer in time')), ANSWER_MS);
  try {
    return await fetch(input, { ...init, headers, signal: ending.signal });
  } finally {
    clearTimeout(deadline);
  }
};

/** The status of the answer, or why there was none, such as ECONNREFUSED or a certificate that is not trusted. */
function reasonOf(error: unknown): string {
  const { status, cause, message } = error as {
    status?: number;
    cause?: { code?: string };
    message?: string;
  };
  return String(status ?? cause?.code ?? message);
}

/** Most stores answer a deletion of nothing with 204. */
function unlessMissing(error: unknown): void {
  if ((error as { status?: number }).status !== 404) throw error;
}

async function away<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StoreAway(`${what}: ${reasonOf(error)}`, error);
  }
}
