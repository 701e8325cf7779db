import { LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { translatorOf } from '@inner-weather/languages/translator';
import { randomOf } from '../statistics/random-of.js';
import { comparableMood, MOOD_SCORES, MOODS } from './moods.js';
import { MOOD_NAMES } from './mood-names.js';
import { Moods, type OwnMood } from './own-moods.js';

const ownMood = (name: string, changes: Partial<OwnMood> = {}): OwnMood => ({
  _id: name,
  name,
  formerNames: [],
  colour: 'rose',
  eyes: 'dots',
  mouth: 'smile',
  emoji: '',
  score: 1,
  archived: false,
  ...changes,
});

/** Other spellings of one mood. */
const spellings = (name: string): string[] => [
  name,
  ` ${name}  `,
  name.toUpperCase(),
  name.replaceAll(' ', '\u00a0 '),
  `${name}\u200b`,
];

describe('Moods', () => {
  it('has the six first, as they are without a list', () => {
    const moods = new Moods({ moods: [ownMood('Hopeful')], hidden: [] });
    expect(moods.all.map(({ name }) => name)).toEqual([...MOODS, 'Hopeful']);
    for (const mood of MOODS) {
      expect(moods.scoreOf(mood)).toBe(MOOD_SCORES[mood]);
      for (const language of LANGUAGE_TAGS) {
        const write = translatorOf(language);
        expect(moods.inWords(mood, write)).toBe(write(MOOD_NAMES[mood]));
      }
    }
    expect(moods.find('')).toBeUndefined();
    expect(moods.find('Serene')).toBeUndefined();
    expect(moods.inWords('Serene', translatorOf('de'))).toBe('Serene');
  });

  it('knows a mood by its name and by all of its former names, in any spelling, whatever was renamed when', () => {
    const random = randomOf(11);
    const words = [
      'Restless',
      'قلِق',
      'Ängstlich',
      'Très fier',
      'Meio cá, meio lá',
      'So lala',
      'ｗｉｄｅ',
      'İçim rahat',
      '😌 calm',
    ];
    for (let round = 0; round < 40; round++) {
      // Two moods that take names from one heap, each of them once.
      const heap = [...words].sort(() => random() - 0.5);
      const [first, second] = [heap.splice(0, 1 + Math.floor(random() * 4)), heap.splice(0, 2)];
      const list = [first, second].map(([name = '', ...formerNames], index) =>
        ownMood(name, { formerNames, score: index === 0 ? 2 : null }),
      );
      const moods = new Moods({ moods: list, hidden: [] });
      for (const [index, names] of [first, second].entries())
        for (const name of names.flatMap(spellings)) {
          expect(moods.nameOf(name)).toBe(names[0]);
          expect(moods.scoreOf(name)).toBe(index === 0 ? 2 : undefined);
        }
      for (const name of heap) expect(moods.find(name)).toBeUndefined();
    }
  });

  it('prefers the name of one mood to the former name of another', () => {
    const moods = new Moods({
      moods: [ownMood('Calm', { score: 2 }), ownMood('Even', { formerNames: ['calm'], score: -1 })],
      hidden: [],
    });
    expect(moods.find('CALM')?.own?.score).toBe(2);
    expect(comparableMood('CALM')).toBe('calm');
  });

  it('offers neither what is hidden nor what is archived, unless it is chosen, and knows both still', () => {
    const archived = ownMood('Hopeful', { archived: true, formerNames: ['Hoping'] });
    const moods = new Moods({ moods: [archived, ownMood('Proud')], hidden: ['Angry', 'Sad'] });
    const names = (chosen?: string) => moods.offered(chosen).map(({ name }) => name);
    expect(names()).toEqual(['Very Happy', 'Happy', 'Neutral', 'Tired', 'Proud']);
    expect(names('Angry')).toEqual(['Very Happy', 'Happy', 'Neutral', 'Angry', 'Tired', 'Proud']);
    expect(names('hoping')).toContain('Hopeful');
    expect([moods.scoreOf('Angry'), moods.scoreOf('Hopeful')]).toEqual([-2, 1]);
  });
});
