import { comparableMood, type Mood, moodOf, MOODS } from '@inner-weather/domain/entries/moods';
import type { MoodStep } from '@inner-weather/domain/entries/own-moods';

/** A mood on a scale from 1, the best, to 5, the worst, as several apps have it. */
export type Level = 1 | 2 | 3 | 4 | 5;

const MOOD_OF_LEVEL: Record<Level, Mood> = { 1: 'Very Happy', 2: 'Happy', 3: 'Neutral', 4: 'Sad', 5: 'Sad' };

/** Our mood for a level. Values between and beyond the levels are taken for the nearest one. */
export const moodOfLevel = (level: number): Mood =>
  MOOD_OF_LEVEL[Math.min(5, Math.max(1, Math.round(level))) as Level];

/** Names of the levels in languages of apps. The first ones are Daylio's. */
const NAMES: Record<Level, string> = {
  1: `rad, amazing, awesome, great, excellent, fantastic, super, großartig, fantastisch, hervorragend, toll, génial,
    excelente, increíble, genial, estupendo, incrível, ótimo, óptimo, fantástico, eccellente, fantastico, ottimo, geweldig,
    uitstekend, świetnie, superb, отлично, супер, رائع, ممتاز, harika, 最高, 很棒, 超棒, 太棒了, 非常好, 非常开心, 很开心, 최고`,
  2: `good, gut, bien, bueno, buena, bom, boa, bem, bene, buono, goed, dobrze, хорошо, جيد, iyi, bra, godt, 良い, 好, 不错, 开心, 高兴, 좋음`,
  3: `meh, okay, ok, neutral, average, normal, so lala, naja, mittel, bof, moyen, neutre, regular, más o menos,
    mais ou menos, neutro, così così, neutraal, średnio, нормально, так себе, عادي, محايد, 普通, 一般, 还行, 还好, 平静, 보통`,
  4: `bad, schlecht, mal, malo, mala, mauvais, mau, má, ruim, male, cattivo, slecht, źle, плохо, سيئ, سيء, kötü, dårligt, 悪い,
    糟糕, 不好, 差, 难过, 不开心, 나쁨`,
  5: `awful, terrible, horrible, very bad, fürchterlich, furchtbar, schrecklich, lausig, mies, sehr schlecht, affreux, nul,
    très mauvais, fatal, muy mal, terrível, horrível, péssimo, orribile, pessimo, terribile, vreselijk, verschrikkelijk,
    okropnie, ужасно, فظيع, رهيب, مريع, berbat, 最悪, 很糟, 很差, 糟透了, 최악`,
};

const LEVELS = new Map(
  Object.entries(NAMES).flatMap(([level, names]) =>
    names.split(',').map((name): [string, Level] => [comparableMood(name), Number(level) as Level]),
  ),
);

/** The level of a name that apps have for it, perhaps with a face before it, as in `🙂 good`. */
export const levelOfName = (name: string): Level | undefined =>
  LEVELS.get(comparableMood(name)) ??
  LEVELS.get(
    comparableMood(name.replace(/^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f\s]+/u, '')),
  );

/** The step of a level, from 2 to -2. */
export const stepOfLevel = (level: Level): MoodStep => (3 - level) as MoodStep;

/** What the name of a mood means here by default: one of our moods, or the name itself. */
export function moodOfName(name: string): string {
  const own = moodOf(name);
  if ((MOODS as readonly string[]).includes(own)) return own;
  const level = levelOfName(name);
  return level === undefined ? name : MOOD_OF_LEVEL[level];
}

/** The moods of a file with their meanings. A name such as `__proto__` is one of its fields like any other. */
export const moodsOf = (names: Iterable<string>, meaning = moodOfName): Record<string, string> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, meaning(name)]));
