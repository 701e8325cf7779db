import type { Instead, Named } from '../understood';

/*
 * A picture or a recording within the words of an entry. Its name is in the writer's language, which a format does not
 * know, so a mark stands in its place until then. It has noncharacters, which no text contains.
 */

const [START, END] = ['\ufdd0', '\ufdd1'];

const MARKS = /\ufdd0(photo|video|recording|file|encrypted)\ufdd1(?:\s*\ufdd0\1\ufdd1)*/g;

export const mediaMark = (kind: Named): string => START + kind + END;

/** Replaces each mark, and each run of equal marks, by its words. */
export const withMediaInWords = (text: string, words: Record<Named, string>): string =>
  text.replace(MARKS, (_, kind: Named) => words[kind]);

const EXTENSIONS: readonly [Instead, RegExp][] = [
  ['photo', /\.(jpe?g|png|gif|webp|heic|heif|bmp|tiff?|avif|svg)$/i],
  ['video', /\.(mp4|mov|avi|mkv|webm|3gp|m4v)$/i],
  ['recording', /\.(mp3|m4a|aac|wav|ogg|opus|caf|amr|flac|wma)$/i],
];

export const mediaKindOf = (fileName: string): Instead =>
  EXTENSIONS.find(([, names]) => names.test(fileName))?.[0] ?? 'file';

/** The names under which media are counted. */
export const MEDIA_NOT_TAKEN = {
  photo: 'photos',
  video: 'videos',
  recording: 'recordings',
  file: 'files',
} as const satisfies Record<Instead, string>;
