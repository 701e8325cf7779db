import { MEDIA_NOT_TAKEN } from './texts/media';
import { addNotTaken, detailOf, emptyUnderstood } from './files/reading';
import { fingerprint } from './texts/fingerprint';
import { EntryIndex, minuteOf, numbering } from './sameness';
import {
  type At,
  BOUNDS,
  type ForeignEntry,
  ImportFailure,
  type Instead,
  type NotTaken,
  type Reason,
  type Remark,
  type Understood,
} from './understood';

/** Ids that are kept as they are. Others, which may be of any length, are replaced by their fingerprints. */
const PLAIN_ID = /^[\w.:+-]{1,80}$/;

/** Gathers what a format finds, so that each entry is in the result once. */
export class Collector {
  readonly understood: Understood;
  private readonly index = new EntryIndex();
  private readonly derived = new Map<string, number>();
  /** The ids of derived entries, by what they say and when, in each file and at each place of it. */
  private readonly inFiles = new Map<string, Map<string | undefined, string>>();
  private readonly inPlaces = new Map<string, string>();
  private readonly numberOf = numbering();

  constructor(source: string) {
    this.understood = emptyUnderstood(source);
  }

  /**
   * Adds an entry. Of those that are the same one, as sameness.ts has it, the one that was changed last is kept.
   * @param id what identifies the entry in its app
   * @param isDerived whether the app has no ids, so that an equal id may be of another entry
   * @param formerId the derived one that earlier versions gave it
   * @returns the id of the entry here
   */
  add(
    prefix: string,
    id: string,
    entry: Omit<ForeignEntry, 'id'>,
    isDerived = false,
    formerId?: string,
  ): string {
    const wholeOf = (part: string) => `${prefix}:${PLAIN_ID.test(part) ? part : fingerprint(part)}`;
    const { entries } = this.understood;
    const derivedId = isDerived ? wholeOf(id) : undefined;
    const known = derivedId === undefined ? undefined : this.inOtherFile(derivedId, entry);
    const added: ForeignEntry = {
      ...entry,
      id: known ?? (derivedId === undefined ? wholeOf(id) : this.distinct(derivedId)),
      ...(formerId !== undefined && known === undefined && { formerIds: [this.distinct(wholeOf(formerId))] }),
    };
    if (derivedId !== undefined && known === undefined) this.noteFile(derivedId, added);
    const index = this.index.find(added);
    const existing = index === undefined ? undefined : entries[index];
    if (index === undefined || !existing) {
      if (entries.length === BOUNDS.entries) throw new ImportFailure('too-many-entries');
      this.index.set(added, entries.length);
      entries.push(added);
      return added.id;
    }
    const isNewer = (added.updatedAt ?? -Infinity) >= (existing.updatedAt ?? -Infinity);
    if (isNewer) {
      this.index.set(added, index, existing);
      entries[index] = added;
    }
    if (added.words !== existing.words) this.remark(isNewer ? added.at : existing.at, 'newer-text-taken');
    return added.id;
  }

  refuse(at: At, reason: Reason, detail?: string): void {
    const { refused } = this.understood;
    if (refused.length < BOUNDS.listed)
      refused.push({ at, reason, ...(detail !== undefined && { detail: detailOf(detail) }) });
  }

  remark(at: At, remark: Remark, detail?: string): void {
    const { remarks } = this.understood;
    if (remarks.length < BOUNDS.listed)
      remarks.push({ at, remark, ...(detail !== undefined && { detail: detailOf(detail) }) });
  }

  /** Counts something that is not imported. */
  leave(kind: NotTaken, count = 1): void {
    addNotTaken(this.understood, kind, count);
  }

  leaveMedia(kinds: readonly Instead[]): void {
    for (const kind of kinds) this.leave(MEDIA_NOT_TAKEN[kind]);
  }

  /** The id of the same entry in another export that was chosen, too. Two equal entries of one file are two. */
  private inOtherFile(id: string, entry: Omit<ForeignEntry, 'id'>): string | undefined {
    const { at, words } = entry;
    if (words === '') return undefined;
    const key = this.keyOf(id, entry);
    const atPlace = this.inPlaces.get(`${key} ${placeOf(at)}`);
    // Files that have one entry each are of one export, unless they have the same name.
    const isOneOfMany = at.line !== undefined || at.number !== undefined;
    if (atPlace !== undefined || !isOneOfMany) return atPlace;
    for (const [file, known] of this.inFiles.get(key) ?? []) if (file !== at.file) return known;
    return undefined;
  }

  private noteFile(id: string, { id: distinctId, ...entry }: ForeignEntry): void {
    if (entry.words === '') return;
    const key = this.keyOf(id, entry);
    const { file } = entry.at;
    this.inPlaces.set(`${key} ${placeOf(entry.at)}`, distinctId);
    const ofFiles = this.inFiles.get(key);
    if (!ofFiles) this.inFiles.set(key, new Map([[file, distinctId]]));
    else if (!ofFiles.has(file)) ofFiles.set(file, distinctId);
  }

  private keyOf(id: string, { when, words }: Omit<ForeignEntry, 'id'>): string {
    return `${id} at ${minuteOf(when)} of ${this.numberOf(words)}`;
  }

  private distinct(id: string): string {
    const count = (this.derived.get(id) ?? 0) + 1;
    this.derived.set(id, count);
    // No id of an app contains this character, see PLAIN_ID.
    return count === 1 ? id : `${id}~${count}`;
  }
}

const placeOf = ({ file, line, number }: At): string => `${file} ${line} ${number}`;
