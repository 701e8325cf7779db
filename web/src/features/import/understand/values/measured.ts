import { comparableMood } from '@inner-weather/domain/entries/moods';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import {
  isValueOf,
  type Measure,
  MEASURE_LIMITS,
  RANGES,
  sumUp,
} from '@inner-weather/domain/measures/measures';
import { oneLine } from '@inner-weather/domain/text/one-line';
import { latinDigits, timeOf } from '../dates/times';
import { addNotTaken, detailOf } from '../files/reading';
import type { Understood } from '../understood';

/* Values beside the mood: what is measured in the other app, as measures here. */

/** A value as it is written in a file. */
type Written =
  | { form: 'number'; value: number; digits: string; unit: string }
  | { form: 'out-of'; value: number; digits: string; of: number }
  /** In minutes: after midnight, or of a duration, as `7:30` and `7h30` may be either. */
  | { form: 'clock' | 'duration'; value: number }
  | { form: 'yes-no'; value: number };

const YES = new Set('yes,y,true,x,✓,✔,on,done,ja,oui,sí,si,sim,نعم'.split(','));
const NO = new Set('no,n,false,-,✗,✘,off,nein,non,não,nao,لا'.split(','));

const GROUPED = String.raw`\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?: \d{3})+(?:[.,]\d+)?)`;
const NUMBER = String.raw`[-+−]?(?:${GROUPED}|\d{1,12}(?:[.,]\d+)?)`;
const OUT_OF = new RegExp(`^(${NUMBER})\\s?/\\s?(\\d{1,4})(?:\\s\\p{L}+)?$`, 'u');
const AMOUNT = new RegExp(`^(${NUMBER})\\s?(\\D{0,${MEASURE_LIMITS.unitMax}})$`, 'u');
const DURATION =
  /^(?:(\d{1,2})\s?(?:h|hrs?|hours?|std)(?!\p{L})\.?)?\s?(?:(\d{1,4})\s?(?:m|min|mins|minutes?)\b\.?)?$/iu;

/** Undefined if it is no value. */
export function measuredValue(text: string): Written | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 40) return undefined;
  const word = trimmed.toLowerCase();
  if (YES.has(word) || NO.has(word)) return { form: 'yes-no', value: YES.has(word) ? 1 : 0 };
  const latin = latinDigits(trimmed);
  const [, some, of] = OUT_OF.exec(latin) ?? [];
  if (some !== undefined) return { form: 'out-of', value: numberOf(some), digits: some, of: Number(of) };
  const [, hours, minutes] = DURATION.exec(latin) ?? [];
  if (hours !== undefined || minutes !== undefined)
    return { form: 'duration', value: Number(hours ?? 0) * 60 + Number(minutes ?? 0) };
  const [hour, minute] = /\d[:h]\d/i.test(latin) ? (timeOf(latin) ?? '').split(':').map(Number) : [];
  if (hour !== undefined && minute !== undefined) return { form: 'clock', value: hour * 60 + minute };
  const [, amount, unit = ''] = AMOUNT.exec(latin) ?? [];
  if (amount === undefined) return undefined;
  return { form: 'number', value: numberOf(amount), digits: amount, unit: unit.trim() };
}

/** A comma that cannot stand before thousands: `7,5`, `0,250`, `1.234,5`. */
const DECIMAL_COMMA = /^[^,]*,(?!\d{3}$)\d+$|^\D?(?:0|[\d ]{4,}),\d+$|\.\d+,/;
/** A point that cannot be a decimal: `1.234,5`, `1.234.567`. */
const GROUPING_POINT = /\.\d{3}[.,]/;

/** What signs mean in `1,234` and `1.234`, which can be read in two ways. */
interface Notation {
  hasDecimalCommas: boolean;
  hasGroupingPoints: boolean;
}

function numberOf(
  digits: string,
  { hasDecimalCommas, hasGroupingPoints }: Notation = { hasDecimalCommas: false, hasGroupingPoints: false },
): number {
  const isDecimal = DECIMAL_COMMA.test(digits) || (hasDecimalCommas && /^[^,.]*,\d{3}$/.test(digits));
  const isGrouping =
    GROUPING_POINT.test(digits) || (hasGroupingPoints && /^\D?[1-9]\d{0,2}\.\d{3}$/.test(digits));
  const whole = isGrouping ? digits.replaceAll('.', '') : digits;
  return Number(
    whole
      .replaceAll(',', isDecimal ? '.' : '')
      .replaceAll(' ', '')
      .replace('−', '-'),
  );
}

/** Reads the numbers of a measure in the same way: `72,125` beside `72,35` is no weight of tons. */
function inOneNotation(values: Found['values']): Found['values'] {
  const digits = values.flatMap(({ written }) => ('digits' in written ? written.digits : []));
  const notation: Notation = {
    hasDecimalCommas: digits.some((one) => DECIMAL_COMMA.test(one)),
    hasGroupingPoints: digits.some((one) => GROUPING_POINT.test(one)),
  };
  return values.map(({ written, entry }) => ({
    written: 'digits' in written ? { ...written, value: numberOf(written.digits, notation) } : written,
    entry,
  }));
}

/** Names of what has a length. Without one of these, `7:30` is a time of day. */
const LENGTHS =
  /sleep|duration|hours|length|schlaf|dauer|stunden|sommeil|durée|heures|sueño|duración|horas|sono|duração|نوم|مدة|ساعات/iu;

/** Our pictures, by words in the names of what they show. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  moon: /sleep|schlaf|sommeil|sueño|sono|نوم/iu,
  bolt: /energy|energie|énergie|energía|energia|طاقة/iu,
  cup: /coffee|caffeine|kaffee|koffein|café|cafeína|قهوة/iu,
  pill: /medic|medik|médic|pill|tablet|دواء/iu,
  drop: /water|wasser|\beau\b|agua|água|ماء/iu,
  steps: /\bsteps|schritte|\bpas\b|pasos|passos|خطوات/iu,
  wave: /stress|estrés|estresse|توتر/iu,
};

const pictureOf = (name: string): string =>
  Object.entries(PICTURES).find(([, words]) => words.test(name))?.[0] ?? 'heart';

/** What a format knows of a measure. */
export interface AboutMeasure {
  unit?: string;
  /** Minutes that one of the file's numbers is, so that the measure is a duration. */
  minutes?: number;
  /** Whether `7:30` is a duration; absent: its name tells. */
  isDuration?: true;
  daySum?: Measure['daySum'];
  askedOn?: Measure['askedOn'];
}

interface Found {
  name: string;
  about: AboutMeasure;
  values: { written: Written; entry: Record<string, number> }[];
}

/** Gathers what the entries of a file have values of. What kind of measure each is, all of its values tell. */
export class Measuring {
  private readonly found = new Map<string, Found>();
  private unreadable = 0;

  /** @param before of an earlier reading of the file: they keep their ids */
  constructor(private readonly before: readonly Measure[] = []) {}

  /** Notes a value of an entry. @param entry its measures, which `finish` fills */
  note(entry: Record<string, number>, name: string, text: string, about: AboutMeasure = {}): void {
    const written = measuredValue(text);
    const shown = [...oneLine(name)].slice(0, MEASURE_LIMITS.nameMax).join('').trim();
    if (!written || shown === '') {
      this.unreadable += 1;
      return;
    }
    const key = comparableMood(shown);
    const found = this.found.get(key) ?? { name: shown, about, values: [] };
    found.values.push({ written, entry });
    this.found.set(key, found);
  }

  /** Values that no measure can have are counted among what is not taken. */
  finish(understood: Understood): void {
    const all = [...this.found.values()].sort((a, b) => b.values.length - a.values.length);
    const measures = all.slice(0, MEASURE_LIMITS.allMax).map((found) => this.take(found));
    for (const { values } of all.slice(measures.length)) this.unreadable += values.length;
    if (measures.length > 0) understood.measures = measures;
    addNotTaken(understood, 'trackers', this.unreadable);
  }

  private take({ name, about, values: found }: Found): Measure {
    const values = inOneNotation(found);
    const of = kindOf(
      name,
      about,
      values.map(({ written }) => written),
    );
    const { daySum = of.kind.startsWith('scale') ? 'mean' : 'last', askedOn = 'never' } = about;
    // A name cannot be told from it. The measures that are here already are found by their names.
    const _id = this.before.find((one) => one.name === name)?._id ?? newUuid7();
    const round = (value: number) => Number(value.toFixed(RANGES[of.kind].digits));
    const perEntry = new Map<Record<string, number>, number[]>();
    for (const { written, entry } of values) {
      const value = round(written.value * (of.factorOf?.(written) ?? 1));
      if (of.takes(written) && isValueOf(of.kind, value))
        perEntry.set(entry, [...(perEntry.get(entry) ?? []), value]);
      else this.unreadable += 1;
    }
    for (const [entry, ofEntry] of perEntry) {
      const value = round(sumUp(daySum, ofEntry));
      if (isValueOf(of.kind, value)) entry[_id] = value;
      else this.unreadable += ofEntry.length;
    }
    return {
      _id,
      name,
      kind: of.kind,
      unit: of.unit ?? '',
      picture: pictureOf(name),
      daySum,
      askedOn,
      archived: false,
    };
  }
}

interface Kind {
  kind: Measure['kind'];
  unit?: string;
  factorOf?: (written: Written) => number;
  takes: (written: Written) => boolean;
}

function kindOf(name: string, { minutes, isDuration, unit }: AboutMeasure, all: Written[]): Kind {
  const isForm = (written: Written, ...forms: Written['form'][]) => forms.includes(written.form);
  const most = (...forms: Written['form'][]) =>
    all.filter((one) => isForm(one, ...forms)).length * 2 > all.length;
  const isNumber = (written: Written) => isForm(written, 'number');
  const isLength = minutes !== undefined || (isDuration ?? LENGTHS.test(name));
  // Beside `6:30`, `7.5` is in hours.
  const inHours = (written: Written) =>
    written.form === 'number' && written.value <= 24 && /^(h\b.*)?$/i.test(written.unit);
  const isMixed = isLength && all.some((one) => isForm(one, 'clock', 'duration')) && all.some(inHours);
  if (most('clock', 'duration') || isMixed) {
    const isTime = !most('duration') && !isLength;
    const takes = (written: Written) => isForm(written, 'clock', 'duration') || (isMixed && inHours(written));
    const factorOf = (written: Written) => (isNumber(written) ? (minutes ?? 60) : 1);
    return { kind: isTime ? 'time' : 'duration', factorOf, takes };
  }
  if (minutes !== undefined) return { kind: 'duration', factorOf: () => minutes, takes: isNumber };
  if (most('yes-no')) return { kind: 'yes-no', takes: (written) => isForm(written, 'yes-no') };
  if (most('out-of')) {
    const bounds = new Set(all.map((one) => (one.form === 'out-of' ? one.of : undefined)));
    const scale = ([10, 5] as const).find(
      (of) =>
        bounds.size === 1 && bounds.has(of) && all.every(({ value }) => isValueOf(`scale-${of}`, value)),
    );
    const takes = (written: Written) => isForm(written, 'out-of');
    return scale === undefined
      ? { kind: 'number', unit: bounds.size === 1 ? `/ ${[...bounds][0]}` : '', takes }
      : { kind: `scale-${scale}`, takes };
  }
  const units = new Set(all.flatMap((one) => (one.form === 'number' ? one.unit : [])));
  const own = units.size === 1 ? [...units][0] : '';
  return { kind: 'number', unit: (unit ?? own ?? '').slice(0, MEASURE_LIMITS.unitMax), takes: isNumber };
}

/** Of a name such as `Water (cups)`: the name, and what is in brackets at its end. */
export function nameAndUnit(text: string): { name: string; unit?: string } {
  const [, name, unit] = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/u.exec(detailOf(text.trim())) ?? [];
  return name === undefined ? { name: text.trim() } : { name, unit: unit?.trim() ?? '' };
}
