import { countOf } from '../../lib/plural';
import type { WrittenDay } from './api/list-days';
import { weekdayAndDay } from '../../charts/calendar';

/** `Happy`, `Happy and Tired`. */
export function moodsInWords({ moods, otherMoods }: WrittenDay): string {
  const words: string[] = moods.map(({ mood }) => mood);
  if (otherMoods > 0) words.push('another mood');
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `Friday 20 November: Happy, 2 entries`. */
export function dayInWords(day: string, written: WrittenDay | undefined, today: string): string {
  const name = weekdayAndDay(day);
  if (written) return `${name}: ${moodsInWords(written)}, ${countOf(written.entries, 'entry', 'entries')}`;
  return day > today ? `${name}: still to come` : `${name}: nothing written`;
}
