import { plural } from '@lingui/core/macro';
import { lengthOf } from '@inner-weather/domain/text/length';
import { isVisible } from '@inner-weather/domain/text/visible';

/*
 * Rules for the texts of forms. Neither react-hook-form's own rules nor the attribute `maxlength` are used: they count
 * UTF-16 code units, so they would refuse emoji that the server accepts.
 */

/** Why a text is too long; undefined if it is not. */
export const lengthProblem = (text: string, max: number): string | undefined =>
  lengthOf(text) > max
    ? plural(max, { one: 'At most # character, please', other: 'At most # characters, please' })
    : undefined;

export const atMost =
  (max: number) =>
  (text = ''): true | string =>
    lengthProblem(text, max) ?? true;

export const atLeast =
  (min: number) =>
  (text = ''): true | string =>
    lengthOf(text) >= min ||
    plural(min, { one: 'At least # character, please', other: 'At least # characters, please' });

/** @param words what to say where nothing can be seen */
export const requiredText =
  (max: number, words: string) =>
  (text = ''): true | string =>
    isVisible(text) ? atMost(max)(text) : words;
