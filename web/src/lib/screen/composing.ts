import type { KeyboardEvent } from 'react';

/** The code of a key that belongs to an input method. */
const OF_INPUT_METHOD = 229;

/**
 * Whether a key composes a letter, as input methods for Chinese, Japanese or Korean do: its Enter takes what was composed,
 * its arrows choose among the method's own words. Safari ends the composition before it reports that Enter, which only its
 * code gives away (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === OF_INPUT_METHOD;
