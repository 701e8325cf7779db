import { Collector } from '../collector';
import { textOfHtml } from '../texts/html';
import { whenOf } from '../dates/iso-time';
import { mediaKindOf, mediaMark } from '../texts/media';
import { isRecord, list, moodsIn, number, text } from '../files/reading';
import { Measuring } from '../values/measured';
import { PhotoFinder } from '../photos';
import { moodOfLevel, moodOfName, moodsOf } from '../values/scale';
import { texts } from '../texts/texts';
import type { Bundle, BundleFile, Format } from '../format';
import { type At, ImportFailure } from '../understood';
import { weatherOfLine } from '../values/weather';

/** Files that belong to entries. JSON files among them are no entries. */
const MEDIA = /(?:^|\/)media\/(?:(\d{4}-\d\d-\d\d_\d{6,9})\/)?/i;

/** Names of a tracker for moods in languages of the app. */
const MOOD_TRACKERS = new Set(
  `mood, stimmung, humeur, ánimo, estado de ánimo, humor, umore, stemming, nastrój, настроение, настрій, المزاج, ruh hali,
   humör, humør, 気分, 心情, 情绪, 기분`
    .split(',')
    .map((name) => name.trim()),
);

/** Names of the ratings, as the app shows them, from 1 to 5. */
const STARS = [1, 2, 3, 4, 5].map((rating) => '★'.repeat(rating) + '☆'.repeat(5 - rating));

const jsonFiles = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || (/\.json$/i.test(path) && !MEDIA.test(path)));

/** Diarium's JSON: one list of entries, or a ZIP with a file per entry and `media/`. */
export const diarium: Format = {
  async recognises(bundle) {
    for (const file of jsonFiles(bundle).slice(0, 20)) {
      const start = await file.start();
      if (!/^\s*[[{]/.test(start) || !/"date"\s*:/.test(start)) continue;
      if (/"heading"\s*:/.test(start) && /"html"\s*:/.test(start)) return true;
      if (entriesIn(await file.json()).some(isEntry)) return true;
    }
    return false;
  },

  async read(bundle) {
    const collector = new Collector('Diarium');
    const media = mediaIn(collector, bundle);
    const finder = new PhotoFinder(collector.understood, bundle);
    const measuring = new Measuring();
    const ofRatings = new Map<string, string>(STARS.map((stars, index) => [stars, moodOfLevel(5 - index)]));
    for (const file of jsonFiles(bundle)) {
      const content = await file.json();
      const place = bundle.isSingle ? {} : { file: file.path };
      if (content === undefined && bundle.isSingle) throw new ImportFailure('cut-off');
      if (content === undefined) collector.refuse(place, 'unreadable');
      entriesIn(content).forEach((entry, index) => {
        const at = Array.isArray(content) ? { ...place, number: index + 1 } : place;
        addEntry(collector, entry, at, { finder, media, measuring });
      });
    }
    measuring.finish(collector.understood);
    // Those of no entry.
    for (const files of media.values()) collector.leaveMedia(files.map(({ path }) => mediaKindOf(path)));
    collector.understood.moods = moodsOf(
      moodsIn(collector.understood),
      (name) => ofRatings.get(name) ?? moodOfName(name),
    );
    return collector.understood;
  },
};

const entriesIn = (content: unknown): unknown[] =>
  Array.isArray(content) ? content : content === undefined ? [] : [content];

const isEntry = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.hasOwn(value, 'date') &&
  ['html', 'heading'].some((key) => Object.hasOwn(value, key));

interface Found {
  finder: PhotoFinder;
  /** The files in `media/` by entry, without those of entries that were read. */
  media: Map<string, BundleFile[]>;
  measuring: Measuring;
}

function addEntry(collector: Collector, entry: unknown, at: At, { finder, media, measuring }: Found): void {
  if (!isEntry(entry)) {
    collector.refuse(at, 'not-an-entry');
    return;
  }
  const when = whenOf(entry.date);
  if ('reason' in when) {
    collector.refuse(at, when.reason, when.detail);
    return;
  }
  const date = text(entry.date);
  const files = media.get(folderOf(date)) ?? [];
  media.delete(folderOf(date));
  const photos = finder.ofEntry(at);
  for (const file of files) {
    const kind = mediaKindOf(file.path);
    if (kind === 'photo') photos.take(file);
    else collector.leaveMedia([kind]);
  }
  const instead = files[0] && mediaKindOf(files[0].path);
  const measures = {};
  const mood = moodOf(collector, entry, (name, value) => measuring.note(measures, name, value));
  const markOf = (picture: string) =>
    photos.take(picture, { ...(at.file !== undefined && { beside: at.file }) }) ? '' : mediaMark('photo');
  const parts = [
    text(entry.heading).trim(),
    textOfHtml(text(entry.html), { img: ({ src = '' }) => markOf(src) }),
  ];
  if (text(entry.location).trim() !== '') collector.leave('places');
  collector.leave('people', list(entry.people).length);
  collector.add(
    'diarium',
    date,
    {
      at,
      when,
      words: parts.filter((part) => part !== '').join('\n\n'),
      ...(instead && { instead }),
      ...photos.found,
      ...(mood !== undefined && { mood }),
      tags: texts(entry.tags),
      weather: weatherOfLine(text(entry.weather)),
      measures,
    },
    true,
  );
}

/** The tracker for moods, else the rating. The other trackers are measures. */
function moodOf(
  collector: Collector,
  entry: Record<string, unknown>,
  measure: (name: string, value: string) => void,
): string | undefined {
  const trackers = texts(entry.tracker).map((line) => {
    const [name = '', ...value] = line.split(':');
    return { name: name.trim(), value: value.join(':').trim() };
  });
  const tracked = trackers.find(({ name, value }) => MOOD_TRACKERS.has(name.toLowerCase()) && value !== '');
  for (const { name, value } of trackers.filter((one) => one !== tracked)) measure(name, value);
  const stars = STARS[Math.round(number(entry.rating) ?? 0) - 1];
  if (!tracked) return stars;
  if (stars !== undefined) collector.leave('scales');
  return tracked.value;
}

/** The files in `media/` by entry. Those that are in no entry's folder are counted. */
function mediaIn(collector: Collector, { files, isSingle }: Bundle): Map<string, BundleFile[]> {
  const byEntry = new Map<string, BundleFile[]>();
  if (isSingle) return byEntry;
  for (const file of files) {
    const found = MEDIA.exec(file.path);
    if (!found) continue;
    const entry = found[1]?.slice(0, 17);
    if (entry === undefined) collector.leaveMedia([mediaKindOf(file.path)]);
    else if (byEntry.has(entry)) byEntry.get(entry)?.push(file);
    else byEntry.set(entry, [file]);
  }
  return byEntry;
}

/** The name of an entry's folder in `media/`, without the milliseconds: 2025-07-14_224500. */
const folderOf = (date: string): string => `${date.slice(0, 10)}_${date.slice(11, 19).replaceAll(':', '')}`;
