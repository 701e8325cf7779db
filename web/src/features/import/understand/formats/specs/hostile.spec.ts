import { jest } from '@jest/globals';
import { processorClock } from '@inner-weather/testing/processor-time';
import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bundleOf } from '../../files/bundle';
import { BOUNDS, ImportFailure, type Understood } from '../../understood';
import { tarOf } from './drawn/packed.mjs';
import { bounds, preparedOf, understoodOrFailure } from './samples';
import { zipFile } from './zips';

const MEGABYTE = 1_000_000;

/** Bytes that a tab may take, and those that a reader of a small file may take, besides what the test itself has. */
const MEMORY = { tab: 500 * MEGABYTE, small: 150 * MEGABYTE };

const EXPORT = '{"format": "inner-weather-export", "version": 1, "entries": [';
const NOTE = '# 2024-03-30\nRain.';

/** What becomes of files, and how long and how much memory it takes. */
async function outcome(
  ...files: File[]
): Promise<{ result: Understood | ImportFailure; ms: number; bytes: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const takenMs = processorClock();
  try {
    const result = await understoodOrFailure(files);
    if (!(result instanceof ImportFailure)) preparedOf(result);
    most = Math.max(most, process.memoryUsage.rss());
    return { result, ms: takenMs(), bytes: most - before };
  } finally {
    clearInterval(watch);
  }
}

const resultOf = async (...files: File[]) => (await outcome(...files)).result;

async function expectFailure(files: File | File[], code: string, memory = MEMORY.small): Promise<void> {
  const { result, ms, bytes } = await outcome(...[files].flat());
  expect(result).toMatchObject({ code });
  expect(ms).toBeLessThan(20_000);
  expect(bytes).toBeLessThan(memory);
}

afterEach(() => jest.restoreAllMocks());

describe('a ZIP that unpacks to much more', () => {
  const zeros = new Uint8Array(12 * MEGABYTE);

  it.each([
    ['says so', undefined, 'too-large-unpacked'],
    ['says it is small', 100, 'damaged'],
  ])('and %s', (_, declared, code) =>
    expectFailure(
      zipFile([{ name: 'a.json', data: zeros, ...(declared !== undefined && { declared }) }]),
      code,
    ),
  );

  const within = async (inner: File, name = 'a.zip') =>
    zipFile([{ name, data: new Uint8Array(await inner.arrayBuffer()) }]);

  it('in ZIPs within it', async () => {
    await expectFailure(await within(zipFile([{ name: 'a.json', data: zeros }])), 'too-large-unpacked');
    // Zeros that unpack to zeros.
    await expectFailure(zipFile([{ name: 'a.zip', data: zeros }]), 'too-large-unpacked');
  });

  it('in ZIPs within ZIPs within it, which are not opened', async () => {
    const deep = await within(await within(zipFile([{ name: '2024-03-30.md', data: NOTE }])));
    await expectFailure(deep, 'unknown');
  });

  it('in a ZIP within it that is larger than the memory', async () => {
    const inner = await within(zipFile([{ name: '2024-03-30.md', data: NOTE }]));
    const bytes = new Uint8Array(await inner.arrayBuffer());
    const large = BOUNDS.innerZipBytes + 1;
    // Packed badly enough not to be suspicious.
    const data = randomBytes(2 * MEGABYTE);
    const odd = zipFile([{ name: 'a.zip', data, declared: large }]);
    await expectFailure(odd, 'large-zip-within');
    expect(await resultOf(new File([bytes], 'x.zip'))).toMatchObject({ entries: [{}] });
  });

  it('in all ZIPs that are chosen together, no file of which is suspicious', async () => {
    jest.replaceProperty(bounds, 'textBytes', 10 * MEGABYTE);
    const data = new Uint8Array(0.9 * MEGABYTE).fill(32);
    const many = (n: number) =>
      zipFile(Array.from({ length: 6 }, (_, m) => ({ name: `${n}/2024-03-${n}${m}.md`, data })));
    expect(await resultOf(many(1))).toHaveProperty('entries');
    await expectFailure([many(1), many(2)], 'too-large-unpacked');
  });

  it('in the starts of files, of which few are remembered', async () => {
    const files = Array.from({ length: 600 }, (_, n) => ({ name: `${n}.json`, data: NOTE }));
    const bundle = await bundleOf([zipFile(files)]);
    const remembered = bundle.files.filter((file) => file.start() === file.start());
    expect(remembered).not.toEqual([]);
    expect(remembered.length).toBeLessThan(files.length);
  });
});

describe('a ZIP with odd names', () => {
  it.each(['../2024-03-30.md', 'a/../../b.md', '..\\b.md', 'C:\\b.md', 'c:/b.md', 'a/..'])(
    'that lead out, as %s does',
    (name) => expectFailure(zipFile([{ name, data: NOTE }]), 'unsafe-names'),
  );

  it.each([
    '/2024-03-30.md',
    'a//2024-03-30.md',
    './2024-03-30.md',
    'a/2024-03-30..md',
    'a\0b.md',
    '__proto__.md',
  ])('that lead nowhere is read: %j', async (name) => {
    const { result } = await outcome(zipFile([{ name, data: NOTE }]));
    expect(result).toMatchObject({ entries: [{ words: expect.stringContaining('Rain.') }] });
  });

  it('has both files whose names differ in their capitals, or not at all', async () => {
    const names = ['a.md', 'A.md', 'A.MD', 'a.md'];
    const { result } = await outcome(
      zipFile(names.map((name, n) => ({ name, data: `## 2024-03-30\n${n}` }))),
    );
    const { entries } = result as Understood;
    expect(entries.map(({ words }) => words).sort()).toEqual(['0', '1', '2', '3']);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
  });

  it('of 60,000 characters', async () => {
    const { result } = await outcome(zipFile([{ name: `${'a/'.repeat(30_000)}2024-03-30.md`, data: NOTE }]));
    expect(result).toMatchObject({ entries: [{ words: expect.stringContaining('Rain.') }] });
  });
});

describe('a ZIP that is not whole', () => {
  it.each(['obsidian-daily.zip', 'inner-weather-export-as-downloaded.zip'])(
    '%s ends with a reason, cut off at any length',
    async (name) => {
      const whole = readFileSync(`${process.cwd()}/web/samples/${name}`);
      const codes = new Set<string>();
      for (let length = 1; length < whole.length; length += length < whole.length - 100 ? 17 : 1) {
        const { result } = await outcome(new File([whole.subarray(0, length)], name));
        if (result instanceof ImportFailure) codes.add(result.code);
      }
      expect([...codes].sort()).toEqual(['cut-off', 'damaged', 'unknown']);
    },
    180_000,
  );

  it('is read as far as its files are whole', async () => {
    const names = ['2024-03-30.md', '2024-03-31.md'];
    const file = zipFile(names.map((name) => ({ name, data: `Rain on ${name}` })));
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Within the first file.
    bytes.fill(0xff, 45, 50);
    const { result } = await outcome(new File([bytes], 'x.zip'));
    expect(result).toMatchObject({
      entries: [{ words: 'Rain on 2024-03-31.md' }],
      refused: [{ at: { file: '2024-03-30.md' }, reason: 'unreadable' }],
    });
  });

  it('may say anything in any byte', async () => {
    const whole = readFileSync(`${process.cwd()}/web/samples/obsidian-daily.zip`);
    for (let at = 0; at < whole.length; at += 73) {
      const bytes = new Uint8Array(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      const { ms } = await outcome(new File([bytes], 'x.zip'));
      expect(ms).toBeLessThan(20_000);
    }
  }, 180_000);
});

describe('a ZIP with a password', () => {
  it.each([true, false])('is named, of the old kind: %j', async (zipCrypto) => {
    const writer = new ZipWriter(new BlobWriter(), { password: 'secret', zipCrypto, useWebWorkers: false });
    await writer.add('2024-03-30.md', new TextReader(NOTE));
    await expectFailure(new File([await writer.close()], 'x.zip'), 'protected-zip');
  });

  it('is named if only what is read has one', async () => {
    const file = zipFile([
      { name: 'photo.png', data: 'x' },
      { name: '2024-03-30.md', data: NOTE, isEncrypted: true },
    ]);
    await expectFailure(file, 'protected-zip');
  });
});

describe('a file that is too large', () => {
  /** A file of 2 GB that is not in the memory. */
  class LargeFile extends File {
    constructor(
      readonly first: string,
      name: string,
    ) {
      super([first], name);
    }

    override get size() {
      return 2_000 * MEGABYTE;
    }

    override slice(from = 0, to = this.size): Blob {
      const bytes = new Uint8Array(Math.max(0, to - from)).fill(32);
      if (from < this.first.length) bytes.set(new TextEncoder().encode(this.first.slice(from, to)));
      return new Blob([bytes]);
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      throw new Error('2 GB were read');
    }

    override text(): Promise<string> {
      throw new Error('2 GB were read');
    }
  }

  it.each([
    [`${EXPORT}{`, 'diary.json', 'too-large'],
    ['PK\x03\x04', 'diary.zip', 'cut-off'],
    ['', 'diary', 'unknown'],
  ])('%j is not read', (first, name, code) => expectFailure(new LargeFile(first, name), code));

  it('has a list of files that would fill the memory', async () => {
    class Zip extends LargeFile {
      override slice(from = 0, to = this.size): Blob {
        if (to - from > 100 * MEGABYTE) throw new Error('The list was read');
        const end = new Uint8Array(22);
        end.set([0x50, 0x4b, 5, 6]);
        const view = new DataView(end.buffer);
        view.setUint16(8, 50_000, true);
        view.setUint16(10, 50_000, true);
        view.setUint32(12, this.size - 122, true);
        view.setUint32(16, 100, true);
        const bytes = new Uint8Array(to - from);
        if (to === this.size && bytes.length >= 22) bytes.set(end, bytes.length - 22);
        else if (from === 0) bytes.set([0x50, 0x4b, 3, 4]);
        return new Blob([bytes]);
      }
    }
    await expectFailure(new Zip('', 'diary.zip'), 'too-many-files');
  });

  it('has more files than an export has, and than two bytes can count', async () => {
    jest.replaceProperty(bounds, 'filesInZip', 66_000);
    const files = Array.from({ length: bounds.filesInZip + 1 }, (_, n) => ({
      name: `${n}.md`,
      data: '',
      isShared: n > 0,
    }));
    await expectFailure(zipFile(files), 'too-many-files', MEMORY.tab);
  }, 180_000);
});

it.each(['{"a":', '[{ "items" :'])('JSON that is nested as %s… says so', async (start) => {
  await expectFailure(new File([start.repeat(100_000)], 'deep.json'), 'too-deep');
});

describe('an ENEX file, which may be of any size', () => {
  beforeEach(() => void jest.replaceProperty(bounds, 'textBytes', 3 * MEGABYTE));

  it.each([
    ['a comment that never ends', '<en-export><!--', 'x'.repeat(MEGABYTE), 5, 'too-large'],
    ['files without end', '<en-export><note>', '<resource/>'.repeat(1_000), 11, 'too-large'],
    ['elements in elements', '<en-export>', '<note>'.repeat(1_000), 1, 'too-deep'],
  ])('with %s', async (_, start, piece, count, code) => {
    const pieces = Array.from({ length: count }, () => piece);
    await expectFailure(new File([start, ...pieces], 'Diary.enex'), code, MEMORY.tab);
  });

  it('with texts that are too long together', async () => {
    const title = `<title>${'x'.repeat(MEGABYTE)}</title>`;
    await expectFailure(new File(['<en-export>', title.repeat(4)], 'Diary.enex'), 'too-large');
  });
});

it('a ZIP of an attachment that is a ZIP is read like any other', async () => {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, level: 0 });
  await writer.add('2024-03-30.md', new TextReader(NOTE));
  await writer.add('attachment.zip', new BlobReader(zipFile([{ name: 'x', data: 'x' }])));
  expect(await resultOf(new File([await writer.close()], 'x.zip'))).toMatchObject({ entries: [{}] });
});

it('two ZIPs are not read together if they are two diaries, of which one would be lost', async () => {
  const part = () => zipFile([{ name: 'data.json', data: NOTE }]);
  expect(await resultOf(part(), part())).toMatchObject({ code: 'several-exports' });
});

describe('an archive of tar', () => {
  it('ends with a reason at any length, and with any byte', async () => {
    const whole = tarOf({ '2024-03-30.md': NOTE, 'a/b.md': '## 2024-03-31\nSun.' });
    for (let at = 0; at < whole.length; at += 61) {
      const odd = whole.with(at, (whole[at] ?? 0) ^ (1 << (at % 8)));
      for (const bytes of [odd, whole.subarray(0, at)]) await resultOf(new File([bytes], 'x.jex'));
    }
    expect(await resultOf(new File([whole], 'x'))).toMatchObject({ entries: [{}, {}] });
    const cut = await resultOf(new File([whole.subarray(0, 600)], 'x'));
    const damaged = await resultOf(new File([whole.with(1_025, 7)], 'x'));
    expect([cut, damaged]).toMatchObject([{ code: 'cut-off' }, { code: 'damaged' }]);
  });

  it('has as many files as an export has, and no more', async () => {
    jest.replaceProperty(bounds, 'filesInZip', 100);
    const archiveOf = (count: number) => {
      const names = Array.from({ length: count }, (_, n) => `2024-03-30 ${n}.md`);
      return new File([tarOf(Object.fromEntries(names.map((name) => [name, NOTE])))], 'x.jex');
    };
    expect(await resultOf(archiveOf(100))).toHaveProperty('entries');
    expect(await resultOf(archiveOf(101))).toMatchObject({ code: 'too-many-files' });
  });
});
