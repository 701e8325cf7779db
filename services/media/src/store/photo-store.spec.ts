import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { startS3Server } from '@inner-weather/testing/fakes/s3-server';
import { FolderStore } from './folder-store.js';
import { type PhotoStore, StoreAway } from './photo-store.js';
import { S3Store } from './s3-store.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'inner-weather-store-'));

/** Runs this without the rights of root, who may open everything. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe.each(['a folder', 'S3'])('a store in %s', (kind) => {
  let store: PhotoStore;
  let another: PhotoStore | undefined;
  let stop: () => Promise<unknown> = () => Promise.resolve();

  beforeAll(async () => {
    if (kind === 'a folder') store = new FolderStore(newFolder());
    else {
      const server = await startS3Server();
      stop = server.close;
      store = new S3Store(`${server.url}/one%20home/of-ada?region=eu-central-1`);
      another = new S3Store(server.url);
    }
  });

  afterAll(() => stop());

  const read = async (key: string, of = store) => {
    const stream = await of.open(key);
    return stream && Buffer.concat((await stream.toArray()) as Buffer[]);
  };

  it('gives back what it got, of any length', async () => {
    for (const length of [1, 65_536, 3_000_000]) {
      const bytes = randomBytes(length);
      await store.put('ada/photo-large', bytes);
      expect((await read('ada/photo-large'))?.equals(bytes)).toBe(true);
    }
  });

  it('replaces, deletes, and deletes nothing', async () => {
    await store.put('ada/one', Buffer.from('old'));
    await store.put('ada/one', Buffer.from('new'));
    await store.put('ada/two', Buffer.from('two'));
    expect(String(await read('ada/one'))).toBe('new');
    await store.delete('ada/one');
    await store.delete('ada/one');
    await store.delete('nobody/none');
    expect(await read('ada/one')).toBeUndefined();
    expect(String(await read('ada/two'))).toBe('two');
  });

  it('has nothing under other keys', async () => {
    await store.put('ada/three', Buffer.from('three'));
    for (const key of ['ada/thre', 'bob/three', 'ada/three/more']) expect(await read(key)).toBeUndefined();
  });

  const listed = async (owner?: string, of = store) => {
    const all: Record<string, string[]> = {};
    for await (const { owner: one, names } of of.list(owner)) all[one] = [...names].sort();
    return all;
  };

  it('lists what it has, of all people or of one', async () => {
    expect(await listed('nobody')).toEqual({});
    const names = ['photo-1', 'photo-2', 'photo-3'];
    for (const name of names) await store.put(`cleo/${name}`, Buffer.from('x'));
    await store.put('cleopatra/one', Buffer.from('x'));
    expect(await listed()).toMatchObject({ cleo: names, cleopatra: ['one'] });
    expect(await listed('cleo')).toEqual({ cleo: names });
  });

  it('keeps to its prefix', async () => {
    if (!another) return expect(kind).toBe('a folder');
    await store.put('ada/four', Buffer.from('four'));
    expect(await read('ada/four', another)).toBeUndefined();
    expect(String(await read('one home/of-ada/ada/four', another))).toBe('four');
    expect(Object.keys(await listed(undefined, another))).toEqual([]);
  });
});

describe('a store that fails', () => {
  let server: Server;
  let answer: number;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(answer).end('<Error><Code>X</Code></Error>'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/photos`;
  });

  afterAll(() => server.close());

  /** Why each of the calls failed. */
  const failuresOf = async (store: PhotoStore) => {
    const calls = [store.put('a/b', Buffer.from('x')), store.open('a/b'), store.delete('a/b')];
    return (await Promise.allSettled(calls)).map((call) =>
      call.status === 'rejected' ? (call.reason as unknown) : 'none',
    );
  };
  const away = (): unknown => expect.any(StoreAway);

  it.each([403, 500, 503, 507])('says so when S3 answers %d', async (status) => {
    answer = status;
    expect(await failuresOf(new S3Store(url))).toEqual([away(), away(), away()]);
  });

  it('says so when S3 cannot list', async () => {
    answer = 404;
    await expect(new S3Store(url).list()[Symbol.asyncIterator]().next()).rejects.toThrow(StoreAway);
  });

  it('lists S3 page by page, and a person on two of them once', async () => {
    // As in https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html.
    const page = (keys: string[], next = '') =>
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>photos</Name>${keys
        .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
        .join(
          '',
        )}<IsTruncated>${Boolean(next)}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`;
    const pages = [page(['ada/one', 'bob/one'], 'a+b/c='), page(['bob/two', 'cleo/one'])];
    const asked: (string | null)[] = [];
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
      asked.push(new URL(input as string).searchParams.get('continuation-token'));
      return Promise.resolve(new Response(pages.shift(), { headers: { 'content-type': 'application/xml' } }));
    });
    const all: [string, string[]][] = [];
    for await (const { owner, names } of new S3Store(url).list()) all.push([owner, [...names]]);
    fetched.mockRestore();
    expect(asked).toEqual([null, 'a+b/c=']);
    expect(all).toEqual([
      ['ada', ['one']],
      ['bob', ['one', 'two']],
      ['cleo', ['one']],
    ]);
  });

  it('leaves the length of a body to the client that sends it', async () => {
    answer = 200;
    const sent = jest.spyOn(globalThis, 'fetch');
    await new S3Store(url).put('a/b', Buffer.from('x'));
    const [[, init]] = sent.mock.calls as [[unknown, RequestInit]];
    sent.mockRestore();
    expect(new Headers(init.headers).get('content-length')).toBeNull();
  });

  it('says so when S3 is gone, without its secret', async () => {
    const closed = await startS3Server();
    await closed.close();
    const gone = new S3Store(closed.url.replace(':S3RVER@', ':topsecret@'));
    const failures = await failuresOf(gone);
    expect(failures).toEqual([away(), away(), away()]);
    expect(String(failures)).not.toContain('topsecret');
    expect(String(failures[0])).toContain('ECONNREFUSED');
  });

  it('lists no folder that something else made among the photos of a person', async () => {
    const folder = newFolder();
    const store = new FolderStore(folder);
    await store.put('ada/one', Buffer.from('one'));
    mkdirSync(join(folder, 'ada', '@eaDir'));
    const listed = [];
    for await (const one of store.list('ada')) listed.push(one);
    expect(listed).toEqual([{ owner: 'ada', names: new Set(['one']) }]);
  });

  it('has nothing where a file may not be opened, and says so where its folder may not', async () => {
    const folder = newFolder();
    const store = new FolderStore(folder);
    for (const name of ['one', 'two']) await store.put(`ada/${name}`, Buffer.from(name));
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'ada'), 0o755);
    chmodSync(join(folder, 'ada', 'one'), 0);
    await asNobody(async () => expect(await store.open('ada/one')).toBeUndefined());
    chmodSync(join(folder, 'ada'), 0);
    await asNobody(() => expect(store.open('ada/two')).rejects.toThrow(StoreAway));
    chmodSync(join(folder, 'ada'), 0o755);
  });

  it('says so where the folder cannot be written, and leaves no part of a photo', async () => {
    const folder = newFolder();
    const store = new FolderStore(folder);
    await store.put('a', Buffer.from('a file where a folder has to be'));
    await expect(store.put('a/b', Buffer.from('x'))).rejects.toThrow(StoreAway);
    expect(readdirSync(folder)).toEqual(['a']);
  });
});
