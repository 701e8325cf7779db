import type { NewEntry } from '../entries/new-entry.js';
import { livedTimeOfImported } from '../entries/lived-time.js';
import { type Candidate, candidateOf, importedId, type Known, knownOf, Sameness } from './sameness.js';

const OTHER_DAY = '2021-05-06T07:08:00.000Z';

/** An entry of a file, as an import makes it. */
function inFile({
  _id = 'x',
  content = 'A **walk** in the rain',
  inputMood = '',
  createdAt = '2020-02-29T10:00:00.000Z',
  formerIds = [] as string[],
} = {}): Candidate {
  const time = livedTimeOfImported({ createdAt }, undefined);
  const origin = { id: 'an import', source: 'Daylio', at: new Date(createdAt) };
  const entry = { content, inputMood, ...time, updatedAt: time.createdAt, import: origin };
  const ofFile = { userId: 'ana', source: _id, _id, formerIds };
  return candidateOf({ ...entry, _id: importedId('ana', _id) } as NewEntry, ofFile);
}

const place = (known: Known[], ...candidates: Candidate[]) => {
  const sameness = new Sameness(known, new Set(), false);
  return candidates.map((candidate) => sameness.place(candidate));
};

describe('an entry of a file', () => {
  it.each<[string, Parameters<typeof inFile>[0], Parameters<typeof inFile>[0], 'here' | 'changed' | 'added']>(
    [
      ['the same', {}, {}, 'here'],
      ['with other formatting', {}, { content: 'A walk in\nthe rain' }, 'here'],
      [
        'with the form that its Markdown has, of which only the words came in before',
        { content: 'Rain\nA loud day. See the sea (https://x.example/a_b), code # 5\nx = 1' },
        {
          content:
            '# Rain\nA **loud** day. See [*the* sea](https://x.example/a_b), `code` \\# 5\n```\nx = 1\n```',
        },
        'here',
      ],
      ['at another time', {}, { createdAt: OTHER_DAY }, 'here'],
      ['with other words', {}, { content: 'A ride' }, 'changed'],
      [
        'in another zone with other words',
        {},
        { content: 'A ride', createdAt: '2020-02-29T10:00:00+05:00' },
        'changed',
      ],
      ['at another time with other words', {}, { content: 'A ride', createdAt: OTHER_DAY }, 'added'],
      ['with a line in brackets', {}, { content: 'A **walk** in the rain\n\n(Anna called)' }, 'changed'],
      [
        'in parts, with a photo, in another language',
        { content: 'A walk in the rain\n\n(a photo)\n\n(1 of 2)' },
        { content: 'A walk in the rain\n\n(una foto)\n\n(1 de 2)' },
        'here',
      ],
      ['a photo in another language', { content: '(a photo)' }, { content: '(ein Foto)' }, 'here'],
      [
        'without words, with another mood',
        { content: '', inputMood: 'Sad' },
        { content: '', inputMood: 'Happy' },
        'changed',
      ],
      [
        'without words at another time',
        { content: '', inputMood: 'Sad' },
        { content: '', inputMood: 'Sad', createdAt: OTHER_DAY },
        'added',
      ],
      ['of a former id', { _id: 'old' }, { formerIds: ['other', 'old'] }, 'here'],
      [
        'of a former id with other words',
        { _id: 'old' },
        { formerIds: ['old'], content: 'A ride' },
        'changed',
      ],
      [
        'of a former id at another time',
        { _id: 'old' },
        { formerIds: ['old'], createdAt: OTHER_DAY },
        'added',
      ],
    ],
  )('that is %s is told', (_what, here, file, verdict) => {
    const [first, second] = [inFile(here), inFile(file)];
    const [placed] = place([knownOf(first.entry)], second);
    expect(Object.keys(placed ?? {})).toEqual([verdict]);
    // Another import of the same files adds nothing, in whatever order.
    const known = [first.entry, ...(placed && 'added' in placed ? [placed.added] : [])].map(knownOf);
    for (const again of place(known, second, first)) expect(again).not.toHaveProperty('added');
  });
});
