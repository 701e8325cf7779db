import { FACE_COLOURS, Moods, type OwnMood, PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { MOODS } from '@inner-weather/domain/entries/moods';
import { moodsStore } from '../lib/entry/moods';
import { backgroundOf, colourOf, paintOf } from './mood-colours';

const own = (name: string, colour: OwnMood['colour']): OwnMood => ({
  ...{
    _id: name,
    name,
    formerNames: [],
    colour,
    eyes: 'dots',
    mouth: 'flat',
    emoji: '',
    score: 0,
    archived: false,
  },
});

describe('the colours of moods', () => {
  afterEach(() => moodsStore.set(PRESET_MOODS));

  it('are told apart by a pattern, too: no two of 24 own moods and the six look the same', () => {
    // Four of each colour.
    const moods = FACE_COLOURS.flatMap((colour) => [0, 1, 2, 3].map((n) => own(`${colour} ${n}`, colour)));
    moodsStore.set(new Moods({ moods, hidden: [] }));
    const all = [...MOODS, ...moods.map(({ name }) => name)].map(backgroundOf);
    expect(new Set(all).size).toBe(30);
    for (const { name } of moods) expect(paintOf(name).pattern).toMatch(/^repeating-linear-gradient/);
  });

  it('split a day, with the pattern on the part of its mood only', () => {
    moodsStore.set(new Moods({ moods: [own('Calm', 'iris')], hidden: [] }));
    const moods = [
      { mood: 'Happy', entries: 1 },
      { mood: 'Calm', entries: 3 },
    ];
    expect(colourOf({ moods, otherMoods: 0, entries: 4 })).toBe(
      'repeating-linear-gradient(45deg, var(--stripe) 0 1.5px, transparent 1.5px 4px) 0 100% / 100% 75% no-repeat, ' +
        'linear-gradient(to bottom, var(--mood-happy) 0% 25%, var(--face-iris) 25% 100%)',
    );
    expect(colourOf({ moods: [], otherMoods: 2, entries: 2 })).toBe('var(--line-strong)');
  });
});
