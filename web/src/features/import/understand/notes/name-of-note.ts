import { dayAtStart, type DayInText, timeAtStart } from '../dates/day-in-text';

/** What the name of a note says. */
export interface NoteName {
  /** Without folders and extension, and without what a synchronisation added. */
  name: string;
  day?: DayInText['day'];
  time?: string;
  /** The name without its day: "A long walk" of `2024-03-30 A long walk`. */
  title: string;
  /** Whether the name is a day and nothing else. */
  isDaily: boolean;
  /** Whether the name is that of a copy: `2024-03-31 1`, `2024-03-31 (conflicted copy)`. */
  isCopy: boolean;
}

const COPY =
  /(?:[ _-]*\(?(?:conflict(?:ed copy)?|copy|kopie|copie|copia|cópia|sync-conflict)\b[^/]*|[ _]\(?\d{1,2}\)?)$/i;

/** `2025/12/12` and `2025/2025-12/12`: folders of years and months. */
const FOLDERS = /(?:^|\/)(\d{4})\/(?:\d{4}[-_.])?(\d{1,2})(?:[-_ ][^/]*)?\/(\d{1,2})$/;

/** A day anywhere in a name, as `daily.journal.2024.03.30`. */
const WITHIN = /(?<!\d)\d{4}([-_.])\d\d\1\d\d(?!\d)/;

export function nameOfNote(path: string): NoteName {
  const whole = path.replaceAll('\\', '/').replace(/\.\w{2,8}$/, '');
  const name = whole.slice(whole.lastIndexOf('/') + 1).slice(0, 200);
  const direct = named(name);
  if (direct?.isDaily) return { ...direct, name, isCopy: false };
  const original = name.replace(COPY, '').replace(/\.$/, '');
  const copied = original === name ? undefined : named(original);
  if (copied?.isDaily) return { ...copied, name, isCopy: true };
  if (direct) return { ...direct, name, isCopy: false };
  const [, year = '', month = '', day = ''] = FOLDERS.exec(whole) ?? [];
  if (year !== '') {
    const inFolders = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return { name, day: inFolders, title: '', isDaily: true, isCopy: false };
  }
  const { index = 0 } = WITHIN.exec(name) ?? {};
  const later = index > 0 ? dayAtStart(name.slice(index)) : undefined;
  const title = [name.slice(0, index).replace(/[-_. ]+$/, ''), later?.rest].filter(Boolean).join(' ');
  return {
    name,
    ...(later && { day: later.day }),
    title: later ? title : name,
    isDaily: false,
    isCopy: false,
  };
}

/** The same for a name whose letters a Mac has taken apart, in which Korean days are not found. */
export const nameInOneForm = (path: string): NoteName => nameOfNote(path.normalize('NFC'));

function named(name: string): Pick<NoteName, 'day' | 'time' | 'title' | 'isDaily'> | undefined {
  const found = dayAtStart(name);
  if (!found) return undefined;
  const timed = timeAtStart(found.rest) ?? compactTime(found.rest);
  const rest = timed?.rest ?? found.rest;
  return { day: found.day, ...(timed && { time: timed.time }), title: rest, isDaily: rest === '' };
}

/** Names of files have no colons: `2024-03-30 0810`, `2024-03-30 08-10`, `20240330T081000`. */
function compactTime(text: string): { time: string; rest: string } | undefined {
  const [, hour = '', minute = ''] = /^T?([01]\d|2[0-3])[-._]?([0-5]\d)(?:[-._]?[0-5]\d)?$/.exec(text) ?? [];
  return hour === '' ? undefined : { time: `${hour}:${minute}`, rest: '' };
}
