import { JPEG, zipOf } from './packed.mjs';

/**
 * A note of Bear, by its path in the ZIP.
 * @param {string} folder
 * @param {string} text
 * @param {object} [about]
 * @returns {Record<string, string>}
 */
export const bearNote = (folder, text, about = {}) => ({
  [`${folder}.textbundle/text.markdown`]: text,
  [`${folder}.textbundle/info.json`]: JSON.stringify({
    ...{ version: 2, type: 'net.daringfireball.markdown', creatorIdentifier: 'net.shinyfrog.bear' },
    'net.shinyfrog.bear': {
      ...{ creationDate: '2026-01-14T20:30:00Z', modificationDate: '2026-01-15T08:00:00Z', pinned: 0 },
      ...about,
    },
  }),
});

/** Four notes of Bear, one of them archived and one thrown away. */
export const BEAR = () =>
  zipOf(
    {
      ...bearNote(
        'Bear Notes/By the river',
        '# By the river\nA heron. #walks/long #slow days#\n- [x] bread\n\n![](assets/a%20heron.jpg)<!-- {"width":300} -->',
        { uniqueIdentifier: 'A1B2-C3' },
      ),
      'Bear Notes/By the river.textbundle/assets/a heron.jpg': JPEG,
      'Bear Notes/By the river.textbundle/assets/plan.pdf': 'a plan',
      ...bearNote('Bear Notes/Old', 'Old days', { archived: 1 }),
      ...bearNote('Bear Notes/Gone', '# Gone', { trashed: true }),
      ...bearNote('Bear Notes/Locked', ''),
      'Bear Notes/tags.json': '{}',
    },
    'bear.bear2bk',
  );
