import type { ForeignEntry, When } from './understood';

/*
 * What identifies an entry in all versions of its file, so that it comes in once: its id, its time and its words. The
 * server compares all three (services/journal/src/import/sameness.ts). A format gives the id with a prefix:
 *
 * - the id of the app, if no other diary can have it: `dayone:<uuid>`;
 * - else the time as the file has it, alone or behind a number that each phone counts from 1: `daylio:2024-03-30 08:10`.
 *   The time is one that an edit in the other app does not change, and does not depend on what the person chooses here.
 *
 * An id that changes takes the one before along in `formerIds`, or what is here already would come in once more.
 */

type Compared = Pick<ForeignEntry, 'id' | 'when' | 'words'>;

/**
 * Finds the entry of a file that is the same as another one, of which one version may be newer: one with its id, and its
 * time or its words. As quick for many entries with one id as for many ids.
 */
export class EntryIndex {
  private readonly numberOf = numbering();
  private readonly found = new Map<string, number>();

  constructor(entries: readonly ForeignEntry[] = []) {
    entries.forEach((entry, index) => this.set(entry, index));
  }

  /** @returns the index of the first one */
  find(entry: Compared): number | undefined {
    const [ofWords, ofMinute] = [this.findWords(entry), this.findMinute(entry)];
    return ofWords === undefined || ofMinute === undefined
      ? (ofWords ?? ofMinute)
      : Math.min(ofWords, ofMinute);
  }

  /** Undefined if the entry has no words. */
  findWords({ id, words }: Compared): number | undefined {
    return words === '' ? undefined : this.found.get(this.wordsKey(id, words));
  }

  findMinute({ id, when }: Compared): number | undefined {
    return this.found.get(minuteKey(id, when));
  }

  /** @param before what was at that index */
  set(entry: Compared, index: number, before?: Compared): void {
    for (const key of before ? this.keysOf(before) : [])
      if (this.found.get(key) === index) this.found.delete(key);
    for (const key of this.keysOf(entry)) if (!this.found.has(key)) this.found.set(key, index);
  }

  private keysOf({ id, when, words }: Compared): string[] {
    return [minuteKey(id, when), ...(words === '' ? [] : [this.wordsKey(id, words)])];
  }

  private wordsKey(id: string, words: string): string {
    return `${id} of ${this.numberOf(words)}`;
  }
}

const minuteKey = (id: string, when: When): string => `${id} at ${minuteOf(when)}`;

/** Gives each text a number, which is a short key for a long one. */
export function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

/** The local minute where it is known, so that two files of an app can be compared. */
export function minuteOf(when: When): string {
  if ('numbers' in when) return `${when.numbers.join('/')} ${when.time ?? ''}`;
  if ('local' in when) return when.local.slice(0, 16);
  const moment = new Date(when.moment + (when.offset ?? 0) * 60_000);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 16);
}
