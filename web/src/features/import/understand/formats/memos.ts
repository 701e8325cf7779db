import { Collector } from '../collector';
import { PhotoFinder } from '../photos';
import { MEDIA_NOT_TAKEN, mediaKindOf } from '../texts/media';
import { wordsOfMarkdown } from '../texts/markdown-words';
import {
  addAllNotTaken,
  addNotTaken,
  detailOf,
  isRecord,
  list,
  number,
  record,
  text,
  textOrNumber,
} from '../files/reading';
import type { Bundle, BundleFile, Format } from '../format';
import { type ForeignEntry, ImportFailure, type Instead, type Optional } from '../understood';

/** Answers of `GET /api/v1/memos`, or the list in them. Several files are several pages. */
export const memos: Format = {
  async recognises(bundle) {
    const [file] = answersIn(bundle);
    if (!file || !/^\s*[[{]/.test(await file.start())) return false;
    const start = await file.start();
    // Of memos since 0.22, and of those before 0.19.
    return (
      /"(memos|data)"\s*:\s*\[|^\s*\[/.test(start.slice(0, 200)) &&
      (/"name"\s*:\s*"memos\//.test(start) ||
        (/"rowStatus"\s*:/.test(start) && /"createdTs"\s*:/.test(start)))
    );
  },

  async read(bundle) {
    const files = answersIn(bundle);
    const collector = new Collector('memos');
    const { understood } = collector;
    const reader = { collector, finder: new PhotoFinder(understood, bundle) };
    for (const file of files) {
      const at = files.length > 1 ? { file: file.path } : {};
      const json = await file.json();
      if (json === undefined && files.length === 1) throw new ImportFailure('cut-off');
      const pages = record(json);
      const items = [json, pages.memos, pages.data].find(Array.isArray) ?? [];
      if (text(pages.nextPageToken) !== '' && files.length === 1) understood.hints.push('more-pages');
      list(items).forEach((item, index) => readMemo(item, { ...at, number: index + 1 }, reader));
    }
    return understood;
  },
};

/** The pictures may be beside them. */
const answersIn = ({ files, isSingle }: Bundle): BundleFile[] =>
  files.filter(({ path }) => isSingle || mediaKindOf(path) === 'file');

interface Reader {
  collector: Collector;
  finder: PhotoFinder;
}

function readMemo(item: unknown, at: ForeignEntry['at'], { collector, finder }: Reader): void {
  const { understood } = collector;
  const { refused } = understood;
  if (!isRecord(item)) return void refused.push({ at, reason: 'not-an-entry' });
  const attachments = [item.attachments, item.resources, item.resourceList].flatMap(list);
  const photos = finder.ofEntry(at);
  const {
    words,
    instead,
    tags: hashtags,
    notTaken,
  } = wordsOfMarkdown(text(item.content), (path) => photos.take(path));
  addAllNotTaken(understood, notTaken);
  const kinds = attachments.map(kindOf);
  kinds.forEach((kind, index) => {
    if (kind === 'photo') photos.take(text(record(attachments[index]).filename));
    else addNotTaken(understood, MEDIA_NOT_TAKEN[kind], 1);
  });
  if (item.pinned === true) addNotTaken(understood, 'stars', 1);
  const name = text(item.name) || textOrNumber(item.id) || text(item.uid);
  const moment =
    momentOf(item.displayTime) ??
    momentOf(item.createTime) ??
    ofSeconds(item.displayTs) ??
    ofSeconds(item.createdTs);
  const detail = name === '' ? {} : { detail: detailOf(name) };
  const inPlace = instead ?? kinds[0];
  if (words === '' && !inPlace) return void refused.push({ at, reason: 'empty', ...detail });
  if (moment === undefined) return void refused.push({ at, reason: 'no-date', ...detail });
  const updatedAt = momentOf(item.updateTime) ?? ofSeconds(item.updatedTs);
  const tags = list(item.tags ?? record(item.property).tags)
    .map(text)
    .filter(Boolean);
  const city = text(record(item.location).placeholder).trim();
  const optional = optionOf(item);
  const id = name.replace(/^memos\//, '') || String(moment);
  // Older servers count from 1. The time that is shown can be changed there.
  const isCounted = /^\d{1,9}$/.test(id);
  const created = momentOf(item.createTime) ?? ofSeconds(item.createdTs) ?? moment;
  const entry = {
    ...(isCounted && { formerIds: [`memos:${id}`] }),
    at,
    when: { moment },
    words,
    ...(inPlace && { instead: inPlace }),
    ...photos.found,
    tags: [...new Set([...tags, ...(tags.length > 0 ? [] : hashtags)])],
    // An address has numbers or commas.
    ...(/^[^\d,;]+$/.test(city) && { city }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(optional && { optional }),
  };
  collector.add('memos', isCounted ? `${id}+${created}` : id, entry, name === '');
}

function kindOf(attachment: unknown): Instead {
  const type = text(record(attachment).type);
  if (type.startsWith('image/')) return 'photo';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'recording' : 'file';
}

function optionOf({ parent, state, rowStatus }: Record<string, unknown>): Optional | undefined {
  if (text(parent) !== '') return 'comment';
  return [state, rowStatus].includes('ARCHIVED') ? 'archived' : undefined;
}

/** RFC 3339, with up to nine decimals. */
function momentOf(value: unknown): number | undefined {
  const written = text(value).replace(/(\.\d{3})\d+/, '$1');
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(written) ? Date.parse(written) : NaN;
  return Number.isFinite(moment) ? moment : undefined;
}

/** Seconds since 1970, or milliseconds: no memo is older than 1973. */
function ofSeconds(value: unknown): number | undefined {
  const found = number(value);
  if (found === undefined || found <= 0 || found > 8.64e15) return undefined;
  return found > 1e11 ? found : found * 1_000;
}
