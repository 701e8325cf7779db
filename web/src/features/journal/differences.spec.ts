import { jest } from '@jest/globals';
import { differencesOf, type Part } from './differences';

const marked = (parts: Part[]) => parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

describe('the differences of two versions', () => {
  it.each([
    ['A walk.', 'A walk.', 'A walk.', 'A walk.'],
    [
      'Too many meetings; one walk. Tomorrow I leave.',
      'Too many meetings, none of them mine; one walk.',
      'Too many meetings; one walk.[ Tomorrow I leave.]',
      'Too many meetings[, none of them mine]; one walk.',
    ],
    ['one two three', 'uno due tre', '[one two three]', '[uno due tre]'],
    ['', 'New words', '', '[New words]'],
    ['昨日は雨でした。', '昨日は雪でした。', '昨日は[雨]でした。', '昨日は[雪]でした。'],
    ['Line one\nLine two', 'Line one\n\nLine two', 'Line one\nLine two', 'Line one\n[\n]Line two'],
    ['été 👩‍👩‍👧 oui', 'été 👩‍👧 oui', 'été [👩‍👩‍👧] oui', 'été [👩‍👧] oui'],
  ])('of %j and %j', (mine, theirs, myMarks, theirMarks) => {
    const differences = differencesOf(mine, theirs);
    expect([marked(differences.mine), marked(differences.theirs)]).toEqual([myMarks, theirMarks]);
  });

  it('are limited in time: texts with nothing in common are marked as a whole', () => {
    const text = (first: number) =>
      Array.from({ length: 1_000 }, (_, n) => String.fromCharCode(first + (n % 500))).join(' ');
    const [mine, theirs] = [text(0x4e00), text(0x5e00)];
    // Each look at the clock is 10 ms later than the one before.
    let now = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 10));
    const differences = differencesOf(mine, theirs);
    const looks = clock.mock.calls.length;
    clock.mockRestore();
    expect(looks).toBeLessThan(40);
    expect(differences.mine.map((part) => part.text).join('')).toBe(mine);
    expect(differences.theirs.every(({ differs }) => differs)).toBe(true);
  });
});
