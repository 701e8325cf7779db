import { MEDIA_NOT_TAKEN } from './texts/media';
import { addNotTaken, detailOf, emptyUnderstood } from './files/reading';
import { fingerprint } from './texts/fingerprint';
import { isSameEntry, minuteOf } from './sameness';
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
  private readonly indexes = new Map<string, number[]>();
  private readonly derived = new Map<string, number>();

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
    const known = isDerived ? this.inOtherFile(wholeOf(id), entry) : undefined;
    const added: ForeignEntry = {
      ...entry,
      id: known ?? (isDerived ? this.distinct(wholeOf(id)) : wholeOf(id)),
      ...(formerId !== undefined && known === undefined && { formerIds: [this.distinct(wholeOf(formerId))] }),
    };
    const indexes = this.indexes.get(added.id) ?? [];
    const index = indexes.find((one) => entries[one] && isSameEntry(entries[one], added));
    const existing = index === undefined ? undefined : entries[index];
    if (index === undefined || !existing) {
      if (entries.length === BOUNDS.entries) throw new ImportFailure('too-many-entries');
      this.indexes.set(added.id, [...indexes, entries.length]);
      entries.push(added);
      return added.id;
    }
    const isNewer = (added.updatedAt ?? -Infinity) >= (existing.updatedAt ?? -Infinity);
    if (isNewer) entries[index] = added;
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
  private inOtherFile(id: string, { at, when, words }: Omit<ForeignEntry, 'id'>): string | undefined {
    if (words === '') return undefined;
    for (let count = 1; count <= (this.derived.get(id) ?? 0); count += 1) {
      const known = count === 1 ? id : `${id}~${count}`;
      for (const index of this.indexes.get(known) ?? []) {
        const other = this.understood.entries[index];
        if (!other || other.words !== words || minuteOf(other.when) !== minuteOf(when)) continue;
        // Files that have one entry each are of one export, unless they have the same name.
        const isOneOfMany = at.line !== undefined || at.number !== undefined;
        const isSamePlace = other.at.line === at.line && other.at.number === at.number;
        if (other.at.file === at.file ? isSamePlace : isOneOfMany) return known;
      }
    }
    return undefined;
  }

  private distinct(id: string): string {
    const count = (this.derived.get(id) ?? 0) + 1;
    this.derived.set(id, count);
    // No id of an app contains this character, see PLAIN_ID.
    return count === 1 ? id : `${id}~${count}`;
  }
}
