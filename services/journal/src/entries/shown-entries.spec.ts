import { setTimeout as sleep } from 'node:timers/promises';
import type { Opener } from '@inner-weather/platform/encryption/field-encryption';
import { jest } from '@jest/globals';
import { mongo, Types } from 'mongoose';
import { ShownEntries } from './shown-entries.js';

const AT = new Date(Date.UTC(2026, 10, 22));

const storedOf = (_id: Types.ObjectId, more: object = {}): Buffer =>
  Buffer.from(
    mongo.BSON.serialize({
      _id,
      content: 'sealed',
      inputMood: 'Happy',
      location: 'Porto',
      weather: { status: 'ready', text: 'Sunny' },
      createdAt: AT,
      updatedAt: AT,
      ...more,
    }),
  );

describe('entries that are shown', () => {
  const opener = (words: string) => jest.fn<Opener>(() => words);
  const textsOf = (entries: { json: Buffer }[]) =>
    entries.map(({ json }) => (JSON.parse(json.toString()) as { content: string }).content);
  let shown: ShownEntries;

  beforeEach(() => {
    shown = new ShownEntries();
  });

  it('are decrypted once while they stay as they are stored, in whatever order they are read', () => {
    const open = opener('a walk');
    const [one, other] = [storedOf(new Types.ObjectId()), storedOf(new Types.ObjectId())];
    const first = shown.show([one, other], open);
    expect(open).toHaveBeenCalledTimes(2);
    expect(shown.show([Buffer.from(other), Buffer.from(one)], open)).toEqual([first[1], first[0]]);
    expect(open).toHaveBeenCalledTimes(2);
    expect(textsOf(first)).toEqual(['a walk', 'a walk']);
  });

  it.each([
    ['words', { content: 'closed' }],
    ['mood', { inputMood: 'Tired' }],
    ['weather', { weather: { status: 'ready', text: 'Rainy' } }],
  ])('are made anew when their %s changed', (_what, change) => {
    const open = opener('a walk');
    const _id = new Types.ObjectId();
    const [before] = shown.show([storedOf(_id)], open);
    const [after] = shown.show([storedOf(_id, change)], open);
    expect(open).toHaveBeenCalledTimes(2);
    if (!('content' in change)) expect(after?.json).not.toEqual(before?.json);
  });

  it('are decrypted again for another key', () => {
    const stored = [storedOf(new Types.ObjectId())];
    expect(textsOf(shown.show(stored, opener('of ada')))).toEqual(['of ada']);
    expect(textsOf(shown.show(stored, opener('of ben')))).toEqual(['of ben']);
  });

  it('are forgotten after a minute, however often they are read', async () => {
    const open = opener('a walk');
    const stored = [storedOf(new Types.ObjectId())];
    const begin = performance.now();
    const clock = jest.spyOn(performance, 'now');
    const readAfter = async (seconds: number) => {
      clock.mockReturnValue(begin + seconds * 1_000);
      // The cache looks at the clock once in a millisecond.
      await sleep(5);
      shown.show([...stored, storedOf(new Types.ObjectId())], open);
    };
    await readAfter(0);
    await readAfter(40);
    await readAfter(59);
    expect(open).toHaveBeenCalledTimes(1 + 3);
    await readAfter(61);
    expect(open).toHaveBeenCalledTimes(2 + 4);
    clock.mockRestore();
  });

  it('do not pile up for somebody who reads a whole diary', () => {
    const open = opener('a'.repeat(1_000));
    const diary = Array.from({ length: 40 }, () =>
      Array.from({ length: 50 }, () => storedOf(new Types.ObjectId())),
    );
    for (const part of diary) shown.show(part, open);
    shown.show(diary[0]!, open);
    expect(open).toHaveBeenCalledTimes(2_050);
  });
});
