import { JPEG, zipOf } from './packed.mjs';

export const CREATED = Date.UTC(2026, 0, 15, 9);

/**
 * A note as a Takeout has it. Its times are microseconds.
 * @param {object} of
 */
export const keepNote = (of) =>
  JSON.stringify({
    ...{ color: 'DEFAULT', isTrashed: false, isPinned: false, isArchived: false, textContent: '', title: '' },
    ...{ userEditedTimestampUsec: (CREATED + 3_600_000) * 1_000, createdTimestampUsec: CREATED * 1_000 },
    ...of,
  });

/** A Takeout in German, with another app. */
export const KEEP = {
  'Takeout/archive_browser.html': '<html>',
  'Takeout/Standort/a.json': '{"timelineObjects": []}',
  'Takeout/Notizen/a.json': keepNote({
    textContent: 'A morning.',
    labels: [{ name: 'diary' }, { name: 'slow days' }],
  }),
  'Takeout/Notizen/a.html': '<html>A morning.',
  'Takeout/Notizen/b.json': keepNote({
    ...{ title: 'Diary 14 January', textContent: 'Rain.\nhttps://example.org', isPinned: true },
    annotations: [
      { url: 'https://example.org', title: 'Example' },
      { url: 'https://example.com', title: 'Other' },
    ],
  }),
  'Takeout/Notizen/c.json': keepNote({
    ...{ title: 'Shopping', textContent: null },
    listContent: [
      { text: 'bread', isChecked: true },
      { text: 'tea', isChecked: false },
    ],
  }),
  'Takeout/Notizen/d.json': keepNote({
    isArchived: true,
    attachments: [
      { filePath: 'one.jpeg', mimetype: 'image/jpeg' },
      { filePath: 'lost.png', mimetype: 'image/png' },
      { filePath: 'talk.3gp', mimetype: 'audio/3gp' },
    ],
  }),
  'Takeout/Notizen/one.jpg': JPEG,
  'Takeout/Notizen/e.json': keepNote({ textContent: 'Gone.', isTrashed: true }),
  'Takeout/Notizen/f.json': keepNote({ listContent: [{ text: 'old', isChecked: true }], isArchived: true }),
};

export const GOOGLE_KEEP = () => zipOf(KEEP, 'google-keep.zip');
