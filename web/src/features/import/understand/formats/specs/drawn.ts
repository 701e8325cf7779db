import { zipOf } from './zip-of';

/* Files of apps that write no samples for us, drawn after what public readers of them read. */

interface ApplePage {
  heading?: string;
  /** The things of the entry, as HTML. */
  items?: string;
  /** The title and the question, in their order. */
  above?: string;
  body?: string;
}

/** A thing in an entry of Apple Journal. */
export const appleItem = (kind: string, inner: string, attributes = ''): string =>
  `<div id="0F3A" class="gridItem assetType_${kind}" ${attributes}>\n${inner}\n</div>`;

/** A page of Apple Journal. Its elements are closed across each other, as there. */
export const applePage = ({
  heading = 'Wednesday, 14 January 2026',
  items,
  above = '',
  body = '',
}: ApplePage): string => `<!DOCTYPE html>
<html dir="auto">
<head><title></title><style type="text/css">p.p1 {margin: 0.0px} span.s2 {font-weight: bold}</style></head>
<body>
<p class="p1"><span class="s1"><div class='pageContainer'>    <div class="pageHeader">${heading}</div>${
  items === undefined ? '' : `    <div class="assetGrid">${items}</div>`
}${above}<div class='bodyText'></span></p>
${body}
<p class="p1"><span class="s1"></div></div></span></p>
</body>
</html>`;

const prompt = (words: string) => `<div class='reflectionPrompt'>${words}</div>`;
const title = (words: string) =>
  `<div class='title'></span><span class="s2">${words}</span><span class="s1"></div>`;
const paragraph = (words: string) => `<p class="p2"><span class="s2">${words}</span></p>`;

/** Four entries of three days, two of them of one. */
export const APPLE_JOURNAL = (): File =>
  zipOf(
    {
      'AppleJournalEntries/index.html':
        '<html><body><a href="Entries/2026-01-14_By_the_river.html">By the river</a></body></html>',
      'AppleJournalEntries/Entries/2026-01-14_By_the_river.html': applePage({
        items: [
          appleItem('livePhoto', '<img src="../Resources/0F3A.heic" class="asset_image"/>'),
          appleItem(
            'stateOfMind',
            `<div class="gridItemOverlayText gridItemOverlayHeader">Calm, Grateful</div>
             <img src="../Resources/1B2C.heic" class="asset_image"/>
             <div class="gridItemOverlayText gridItemOverlayFooter">Family</div>`,
          ),
          appleItem('multiPinMap', '<div class="gridItemOverlayFooter">Riverside Park</div>'),
          appleItem('motionActivity', '<div class="activityType">Walking</div>'),
          appleItem('video', '<video><source src="../Resources/2C3D.mov"/></video>'),
          appleItem('audio', '<audio><source src="../Resources/3D4E.caf"/></audio>'),
          appleItem('contact', '<div class="gridItemOverlayHeader">Mum</div>'),
          appleItem('music', '<img src="../Resources/musicIcon.heic" class="mediaTypeIcon"/>'),
        ].join(''),
        above: prompt('What made you smile today?') + title('By the river'),
        body: `<p class="p2"><span class="s2">A heron stood </span><span class="s3">very</span><span class="s2"> still &amp; so did I.</span></p>
<ul class="ul1"><li class="li2"><span class="s2">bread</span></li><li class="li2"><span class="s2">tea</span></li></ul>
<ol class="ol1"><li class="li2">first</li><li class="li2">second</li></ol>
<blockquote><p class="p3">said nobody</p></blockquote>`,
      }),
      'AppleJournalEntries/Entries/2026-01-15 (1).html': applePage({
        heading: 'Donnerstag, 15. Januar 2026',
        above: title('Abend') + prompt('Hast du gelacht?'),
        body: paragraph('Zweiter Eintrag.'),
      }),
      'AppleJournalEntries/Entries/2026-01-15.html': applePage({
        heading: 'Thursday, January 15, 2026',
        above: title(''),
        body: paragraph('In the morning.'),
      }),
      'AppleJournalEntries/Entries/2026-01-16.html': applePage({
        heading: 'Friday, January 16, 2026',
        items: appleItem('stateOfMind', '<div class="gridItemOverlayText">Neutral</div>'),
      }),
      'AppleJournalEntries/Resources/0F3A.heic': 'pixels',
    },
    'AppleJournalEntries.zip',
  );

/** A note of Evernote. */
export const evernoteNote = ({
  title = '2026-01-14',
  created = '20260114T203000Z',
  before = '',
  content = '',
  after = '',
}: {
  title?: string;
  created?: string;
  /** Elements before and after the content, as XML. */
  before?: string;
  content?: string;
  after?: string;
}): string => `  <note>
    <title>${title}</title>
    <created>${created}</created>
    ${before}
    <content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${content}</en-note>]]></content>
    ${after}
  </note>
`;

export const evernoteFile = (...notes: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export export-date="20260201T101500Z" application="Evernote" version="10.100">
${notes.join('')}</en-export>
`;

/** A file in a note of Evernote, whose data is Base64 in several lines. */
export const evernoteResource = (data: string, mime = 'image/png', name = ''): string => {
  const lines = Buffer.from(data).toString('base64').replace(/.{4}/g, '$&\n');
  const attributes = `<resource-attributes><file-name>${name}</file-name></resource-attributes>`;
  return `<resource><data encoding="base64">\n${lines}</data><mime>${mime}</mime>${attributes}
    <recognition><![CDATA[<recoIndex objID="d41d8cd98f00b204e9800998ecf8427e">words in it</recoIndex>]]></recognition></resource>`;
};

const media = (type: string) =>
  `<div><en-media hash="d41d8cd98f00b204e9800998ecf8427e" type="${type}"/></div>`;

/** Two notes, one with a photo and a recording. */
export const EVERNOTE = (): File =>
  new File(
    [
      evernoteFile(
        evernoteNote({
          title: 'Café &amp; rain',
          before:
            '<updated>20260115T080000Z</updated><tag>diary</tag><tag>slow days</tag><note-attributes><latitude>41.1</latitude></note-attributes>',
          content: `<div>Rain &amp; té.</div><div><en-todo checked="true"/>called home</div><div><br/></div>${media('image/png')}${media('audio/mpeg')}<div>over</div>`,
          after:
            evernoteResource('pixels', 'image/png', 'Café.png') + evernoteResource('sound', 'audio/mpeg'),
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
    'Diary.enex',
  );

/** A note of Bear, by its path in the ZIP. */
export const bearNote = (folder: string, text: string, about: object = {}): Record<string, string> => ({
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
export const BEAR = (): File =>
  zipOf(
    {
      ...bearNote(
        'Bear Notes/By the river',
        '# By the river\nA heron. #walks/long #slow days#\n- [x] bread\n\n![](assets/a%20heron.jpg)<!-- {"width":300} -->',
        { uniqueIdentifier: 'A1B2-C3' },
      ),
      'Bear Notes/By the river.textbundle/assets/a heron.jpg': 'pixels',
      'Bear Notes/By the river.textbundle/assets/plan.pdf': 'a plan',
      ...bearNote('Bear Notes/Old', 'Old days', { archived: 1 }),
      ...bearNote('Bear Notes/Gone', '# Gone', { trashed: true }),
      ...bearNote('Bear Notes/Locked', ''),
      'Bear Notes/tags.json': '{}',
    },
    'Bear Notes.bear2bk',
  );

/** One file of each of these apps. */
export const DRAWN = (): File[] => [APPLE_JOURNAL(), EVERNOTE(), BEAR()];
