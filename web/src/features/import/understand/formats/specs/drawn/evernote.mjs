import { JPEG } from './packed.mjs';

/**
 * A note of Evernote.
 * @param {object} note
 * @param {string} [note.title]
 * @param {string} [note.created]
 * @param {string} [note.before] elements before the content, as XML
 * @param {string} [note.content]
 * @param {string} [note.after]
 */
export const evernoteNote = ({
  title = '2026-01-14',
  created = '20260114T203000Z',
  before = '',
  content = '',
  after = '',
}) => `  <note>
    <title>${title}</title>
    <created>${created}</created>
    ${before}
    <content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${content}</en-note>]]></content>
    ${after}
  </note>
`;

/** @param {string[]} notes */
export const evernoteFile = (...notes) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export export-date="20260201T101500Z" application="Evernote" version="10.100">
${notes.join('')}</en-export>
`;

/**
 * A file in a note of Evernote, whose data is Base64 in several lines.
 * @param {string | Uint8Array} data
 * @param {string} [mime]
 * @param {string} [name]
 */
export const evernoteResource = (data, mime = 'image/jpeg', name = '') => {
  const lines = Buffer.from(/** @type {string} */ (data))
    .toString('base64')
    .replace(/.{1,76}/g, '$&\n');
  const attributes = `<resource-attributes><file-name>${name}</file-name></resource-attributes>`;
  return `<resource><data encoding="base64">\n${lines}</data><mime>${mime}</mime>${attributes}
    <recognition><![CDATA[<recoIndex objID="d41d8cd98f00b204e9800998ecf8427e">words in it</recoIndex>]]></recognition></resource>`;
};

/** @param {string} type */
const media = (type) => `<div><en-media hash="d41d8cd98f00b204e9800998ecf8427e" type="${type}"/></div>`;

/** Two notes, one with a photo and a recording. */
export const EVERNOTE = () =>
  new File(
    [
      evernoteFile(
        evernoteNote({
          title: 'Café &amp; rain',
          before:
            '<updated>20260115T080000Z</updated><tag>diary</tag><tag>slow days</tag><note-attributes><latitude>41.1</latitude></note-attributes>',
          content: `<div>Rain &amp; té.</div><div><en-todo checked="true"/>called home</div><div><br/></div>${media('image/jpeg')}${media('audio/mpeg')}<div>over</div>`,
          after: evernoteResource(JPEG, 'image/jpeg', 'Café.jpg') + evernoteResource('sound', 'audio/mpeg'),
        }),
        evernoteNote({
          title: 'Untitled Note',
          created: '20260116T060000Z',
          content:
            '<ul><li>one</li><li>two</li></ul><en-crypt cipher="AES" hint="x">RU5DMA==</en-crypt><ol><li>first</li></ol>',
          before: '<note-attributes><place-name>Porto, Portugal</place-name></note-attributes>',
          after: '<task><title>Book taxi</title><taskStatus>open</taskStatus></task>',
        }),
      ),
    ],
    'evernote.enex',
  );
