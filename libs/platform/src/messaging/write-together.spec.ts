import { Writable } from 'node:stream';
import { writeTogether } from './write-together.js';

/** A stream, and the texts that left it with each system call. */
function stream(highWaterMark: number) {
  const calls: string[][] = [];
  const writable = new Writable({
    highWaterMark,
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      calls.push([chunk]);
      done();
    },
    writev: (chunks, done) => {
      calls.push(chunks.map(({ chunk }) => chunk as string));
      done();
    },
  });
  writeTogether(writable);
  return { writable, calls };
}

describe('writing together', () => {
  it('sends what was written in one turn at once, in order, and what comes in the next turn by itself', async () => {
    const { writable, calls } = stream(100);
    for (const text of ['a', 'b', 'c']) expect(writable.write(text)).toBe(true);
    await new Promise(setImmediate);
    writable.write('d');
    await new Promise(setImmediate);
    expect(calls).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('says when its buffer is full, and when there is room again', async () => {
    const { writable, calls } = stream(2);
    const drained = new Promise((resolve) => writable.once('drain', resolve));
    expect(writable.write('a')).toBe(true);
    expect(writable.write('b')).toBe(false);
    await drained;
    expect(calls).toEqual([['a', 'b']]);
  });

  it('sends what was written just before the end', async () => {
    const { writable, calls } = stream(100);
    writable.write('a');
    writable.end('b');
    await new Promise((resolve) => writable.once('finish', resolve));
    expect(calls.flat()).toEqual(['a', 'b']);
  });
});
