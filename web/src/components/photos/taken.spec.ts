import { readFileSync } from 'node:fs';
import { takenOf } from './taken';

const sample = (name: string) => readFileSync(`${import.meta.dirname}/../../../samples/${name}`);

/** In jsdom, buffers of Node are of another realm. */
const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const PORTO = { latitude: expect.closeTo(41.158, 4), longitude: expect.closeTo(-8.611, 4) };

/** The sample with other words in place of some of the same length. */
function sampleWith(words: string, others: string): ArrayBuffer {
  const text = sample('photo.jpg').toString('latin1');
  expect(text).toContain(words);
  return bufferOf(Buffer.from(text.replace(words, others), 'latin1'));
}

describe('what a photo says of its time and place', () => {
  it('is read from a JPEG, with the offset of the clock', () =>
    expect(takenOf(bufferOf(sample('photo.jpg')))).toEqual({
      minute: '2024-06-14T18:05',
      offset: 60,
      where: PORTO,
    }));

  it('is read from a HEIC, without an offset where the camera wrote none', () =>
    expect(takenOf(bufferOf(sample('photo.heic')))).toEqual({ minute: '2024-06-14T18:05', where: PORTO }));

  it.each([
    ['zeros', '0000:00:00 00:00:00'],
    ['blanks', '    :  :     :  :  '],
    ['a day that no month has', '2024:13:41 18:05:41'],
    ['words', 'last summer, I guess'.slice(1)],
  ])('is no time if the camera wrote %s', (_what, written) =>
    expect(takenOf(sampleWith('2024:06:14 18:05:41', written)).minute).toBeUndefined(),
  );

  it('is no offset if the camera wrote none that can be read', () =>
    expect(takenOf(sampleWith('+01:00', 'local ')).offset).toBeUndefined());

  it.each([
    ['a text', Buffer.from('no photo')],
    ['nothing', Buffer.alloc(0)],
    ['the beginning of a photo', sample('photo.jpg').subarray(0, 60)],
    ['the end of a photo', sample('photo.heic').subarray(90)],
  ])('is nothing in %s', (_what, bytes) => {
    const { minute, where } = takenOf(bufferOf(bytes));
    expect([minute, where]).toEqual([undefined, undefined]);
  });
});
