import { APPLE_JOURNAL } from './apple-journal.mjs';
import { BEAR } from './bear.mjs';
import { EVERNOTE } from './evernote.mjs';
import { GOOGLE_KEEP } from './google-keep.mjs';
import { JOPLIN_FILES } from './joplin.mjs';
import { NOTION, notionZip } from './notion.mjs';

/** Samples that `npm run samples` writes, drawn after what public readers of these formats read. */
export const DRAWN = () => [
  ...[APPLE_JOURNAL(), BEAR(), EVERNOTE(), GOOGLE_KEEP(), notionZip(NOTION)],
  ...JOPLIN_FILES(),
];
