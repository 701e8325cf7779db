import { dayAtStart, timeAtStart } from '../dates/day-in-text';
import { list, text } from '../files/reading';
import { measuredValue } from '../values/measured';
import { moodOfName } from '../values/scale';
import type { NotTaken, When } from '../understood';
import { isLocalTime } from '../dates/when';

/** A date of the front matter. */
export interface NoteDate {
  day: string;
  time?: string;
  /** With what it says about seconds and the zone. */
  when?: When;
}

/** What the front matter of a note says, as far as an entry has it. */
export interface NoteFields {
  date?: NoteDate;
  created?: NoteDate;
  /** HH:mm */
  time?: string;
  when?: When;
  title?: string;
  mood?: string;
  tags: string[];
  city?: string;
  weather?: { text: string; temperature?: number };
  updatedAt?: number;
  /** Names and values of what is measured, as they are written. */
  measured: [name: string, value: string][];
  notTaken: Partial<Record<NotTaken, number>>;
}

/** Fields about the note itself. */
const ABOUT_THE_NOTE = new Set(
  'id uid uuid aliases alias cssclass cssclasses publish permalink type template banner author source layout lang due completed? latitude longitude altitude'.split(
    ' ',
  ),
);

export function fieldsOfNote(data: Record<string, unknown>): NoteFields {
  const fields: NoteFields = { tags: [], measured: [], notTaken: {} };
  let temperature: string | undefined;
  let trackers = 0;
  const measure = (name: string, written: string) => {
    if (measuredValue(written)) fields.measured.push([name, written]);
    else trackers += 1;
  };
  for (const [name, value] of Object.entries(data)) {
    const written = writtenValue(value);
    switch (name.toLowerCase().trim()) {
      case 'tags':
      case 'tag':
      case 'keywords':
        fields.tags.push(...tagsOf(value));
        break;
      case 'mood': {
        const [mood, ...others] = valuesOf(value);
        fields.mood ??= mood?.slice(0, 200);
        fields.tags.push(...others);
        break;
      }
      case 'date':
      case 'day':
        fields.date ??= dateOf(written);
        break;
      case 'created':
      case 'created_at':
      case 'date created':
        fields.created ??= dateOf(written);
        break;
      case 'updated':
      case 'updated_at':
      case 'modified':
      case 'date modified': {
        const when = dateOf(written)?.when;
        if (when && 'moment' in when) fields.updatedAt ??= when.moment;
        break;
      }
      case 'time':
        fields.time ??= timeAtStart(written ?? '')?.time;
        break;
      case 'title':
        if (written !== undefined && !dayAtStart(written)) fields.title ??= written;
        break;
      case 'city':
      case 'location':
      case 'place':
        // An address has numbers or commas.
        if (written !== undefined && /^[^\d,;[\]{}]+$/.test(written)) fields.city ??= written;
        break;
      case 'weather':
        if (written !== undefined) fields.weather = { text: written };
        break;
      case 'temperature':
        temperature ??= written;
        break;
      default:
        if (ABOUT_THE_NOTE.has(name.toLowerCase())) break;
        if (written !== undefined) measure(name, written);
        else if (list(value).length > 0) trackers += 1;
    }
  }
  // Without weather, it may be that of a body.
  if (temperature !== undefined) {
    const degrees = Number(temperature);
    if (fields.weather && Number.isFinite(degrees)) fields.weather.temperature = degrees;
    else measure('temperature', temperature);
  }
  if (trackers > 0) fields.notTaken.trackers = trackers;
  return fields;
}

function writtenValue(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // `mood: [happy]`, and `[[happy]]`, which is a link to a note of that name.
  if (Array.isArray(value) && value.length === 1)
    return writtenValue(text(value[0]) || text(list(value[0])[0]));
  const linked = /^\[\[(?:[^[\]|]*\|)?([^[\]|]+)\]\]$/.exec(text(value).trim().slice(0, 500))?.[1];
  const written = (linked ?? text(value)).trim();
  return written === '' ? undefined : written;
}

/** The values of a list, or one value. */
const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? list(value) : [value]).flatMap((one) => writtenValue(one) ?? []);

/** A list, `a, b`, or `#a #b`. */
function tagsOf(value: unknown): string[] {
  const written = text(value);
  const parts = written === '' ? valuesOf(list(value)) : written.split(separatorOf(written));
  return parts.map((tag) => tag.trim().replace(/^#/, '').trim()).filter(Boolean);
}

function separatorOf(tags: string): RegExp {
  if (tags.includes(',')) return /,/;
  return tags.trimStart().startsWith('#') ? /\s+(?=#)/ : /\s+/;
}

function dateOf(written: string | undefined): NoteDate | undefined {
  if (written === undefined) return undefined;
  const found = dayAtStart(written);
  if (typeof found?.day !== 'string') return undefined;
  const { day, rest } = found;
  const timed = timeAtStart(rest.replace(/^T/, ''));
  if (!timed) return { day };
  const [, exact = '', zone] =
    /(?<!\d:?)(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d:?\d\d)?$/.exec(written.slice(0, 50)) ?? [];
  const local = `${day}T${exact}`;
  if (!isLocalTime(local)) return { day, time: timed.time };
  return { day, time: timed.time, when: zone === undefined ? { local } : momentOf(local, zone) };
}

function momentOf(local: string, zone: string): When {
  const utc = Date.parse(`${local.replace(/(\.\d{3})\d+$/, '$1')}Z`);
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return { moment: utc };
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { moment: utc - offset * 60_000, offset };
}

/** The meaning of numbers as moods, from the worst to the best. */
const OF_FIVE = ['Sad', 'Sad', 'Neutral', 'Happy', 'Very Happy'];
const OF_TEN = [
  'Sad',
  'Sad',
  'Sad',
  'Sad',
  'Neutral',
  'Neutral',
  'Happy',
  'Happy',
  'Very Happy',
  'Very Happy',
];

/** What the moods of notes mean by default. Numbers are on a scale up to 5, or up to 10 if there is a larger one. */
export function moodsOf(names: Iterable<string>): Record<string, string> {
  const distinct = [...new Set(names)];
  const scale = distinct.some((name) => Number(withoutScale(name)) > 5 || /\/\s*10$/.test(name))
    ? OF_TEN
    : OF_FIVE;
  return Object.fromEntries(
    distinct.map((name) => [name, scale[Math.ceil(Number(withoutScale(name))) - 1] ?? moodOfName(name)]),
  );
}

/** "4/5" is 4. */
const withoutScale = (name: string): string => name.replace(/\s*\/\s*(5|10)$/, '');
