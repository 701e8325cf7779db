import { HEIC, zipOf } from './packed.mjs';

/**
 * A thing in an entry of Apple Journal.
 * @param {string} kind
 * @param {string} inner
 */
export const appleItem = (kind, inner, attributes = '') =>
  `<div id="0F3A" class="gridItem assetType_${kind}" ${attributes}>\n${inner}\n</div>`;

/**
 * A page of Apple Journal. Its elements are closed across each other, as there.
 * @param {object} page
 * @param {string} [page.heading]
 * @param {string} [page.items] the things of the entry, as HTML
 * @param {string} [page.above] the title and the question, in their order
 * @param {string} [page.body]
 */
export const applePage = ({
  heading = 'Wednesday, 14 January 2026',
  items,
  above = '',
  body = '',
}) => `<!DOCTYPE html>
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

/** @param {string} words */
const prompt = (words) => `<div class='reflectionPrompt'>${words}</div>`;
/** @param {string} words */
const title = (words) => `<div class='title'></span><span class="s2">${words}</span><span class="s1"></div>`;
/** @param {string} words */
const paragraph = (words) => `<p class="p2"><span class="s2">${words}</span></p>`;

/** Four entries of three days, two of them of one. */
export const APPLE_JOURNAL = () =>
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
      'AppleJournalEntries/Resources/0F3A.heic': HEIC,
    },
    'apple-journal.zip',
  );
