import { tagKeyOf } from '@inner-weather/domain/entries/tags';
import type { Profile } from '../../lib/account/profile';
import { isolate } from '../../lib/language/isolate';
import { locale } from '../../lib/language/language';
import type { Choices } from './choices';

const segmentsOf = (text: string, granularity: 'grapheme' | 'word'): string[] =>
  [...new Intl.Segmenter(locale(), { granularity }).segment(text)].map(({ segment }) => segment);

/** `Ana Silva` -> `A. S.` */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${(segmentsOf(part, 'grapheme')[0] ?? '').toLocaleUpperCase(locale())}.`)
    .join(' ');

/** The author as the paper names them; '' if it does not. */
export function authorOf(
  { name, lastName }: Pick<Profile, 'name' | 'lastName'>,
  shown: Choices['name'],
): string {
  const whole = `${name} ${lastName}`.trim();
  if (shown === 'none') return '';
  return isolate(shown === 'full' ? whole : initialsOf(whole));
}

/** Whether a tag may be on the paper. */
export function tagFilter(hiddenTags: readonly string[]): (tag: string) => boolean {
  const hidden = new Set(hiddenTags.map(tagKeyOf));
  return (tag) => !hidden.has(tagKeyOf(tag));
}

/** What stands in the place of a hidden tag within a text. */
const LEFT_OUT = '…';

/** A text that the user did not write, without the names that are hidden. */
export function withoutNames(
  text: string,
  { name, lastName }: Pick<Profile, 'name' | 'lastName'>,
  { name: shown, hiddenTags }: Pick<Choices, 'name' | 'hiddenTags'>,
): string {
  const own = shown === 'full' ? [] : [`${name} ${lastName}`, name, lastName];
  const hidden = [
    ...own.map((one): [string, string] => [one, shown === 'none' ? LEFT_OUT : initialsOf(one)]),
    ...hiddenTags.map((tag): [string, string] => [tag, LEFT_OUT]),
  ];
  return hidden.reduce((now, [one, instead]) => replaceName(now, one.trim(), instead), text);
}

/** Replaces whole words only, also before the ’s of English. */
function replaceName(text: string, name: string, instead: string): string {
  if (name === '') return text;
  const wanted = segmentsOf(name.toLowerCase(), 'word');
  const parts = segmentsOf(text, 'word');
  const replaced: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const last = parts[at + wanted.length - 1] ?? '';
    const ending = /['’]\p{L}*$/u.exec(last)?.[0] ?? '';
    const found = [...parts.slice(at, at + wanted.length - 1), last.slice(0, last.length - ending.length)];
    if (found.every((part, index) => part.toLowerCase() === wanted[index])) {
      replaced.push(instead + ending);
      at += wanted.length - 1;
    } else replaced.push(parts[at] ?? '');
  }
  return replaced.join('');
}
