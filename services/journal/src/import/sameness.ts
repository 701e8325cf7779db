import { createHash } from 'node:crypto';
import type { ImportEntryDto } from '@inner-weather/contracts/journal/import.dto';
import { isStandIn } from '@inner-weather/domain/entries/stand-ins';
import { canonicalHash } from '@inner-weather/platform/canonical-hash';
import { parseId } from '@inner-weather/platform/mongo/parse-id';
import { Types } from 'mongoose';
import { type MaybeUnreadable, measuresIn } from '../entries/entry.mapper.js';
import type { ReadableEntry } from '../entries/entry.schema.js';
import type { NewEntry } from '../entries/new-entry.js';

/*
 * Whether an entry of a file is here already. Its id alone does not tell: apps number their entries from 1 on each phone,
 * and some have one entry per minute or day. So the id, the moment and the words decide together. What only two of them
 * say is not decided in silence: the entry is reported as changed.
 */

/**
 * The text that identifies each entry: its id in the file or, without one, a hash of its contents and the number of equal
 * rows before it, so that two equal rows are two entries.
 */
export function sourcesOf(entries: ImportEntryDto[]): string[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    if (entry._id !== undefined) return entry._id;
    const hash = canonicalHash(entry);
    const earlierEqual = counts.get(hash) ?? 0;
    counts.set(hash, earlierEqual + 1);
    return earlierEqual === 0 ? hash : `${hash} ${earlierEqual}`;
  });
}

/** An ObjectId from 96 bits of a hash of the person and what identifies the entry: see `sourcesOf` and `variantId`. */
export function importedId(userId: string, ...source: [id: string, variant?: string]): Types.ObjectId {
  const hash = createHash('sha256')
    .update(JSON.stringify(['imported entry', userId, ...source]))
    .digest();
  return new Types.ObjectId(hash.subarray(0, 12));
}

/** What an entry is compared by. Small, because those of a whole request are in memory. */
export interface Known {
  id: string;
  /** Minutes since 1970, and the same on the clocks of the place. A file without zones may be read in another one. */
  minute: number;
  localMinute: number;
  /** A hash of the words; '' if there are none. */
  words: string;
  mood: string;
  measures: Record<string, number>;
  /** Milliseconds since 1970. */
  updatedAt: number;
  /** Of the import that it came with; absent if it was written or edited here. */
  importId?: string;
  isUnreadable: boolean;
}

export type ComparedEntry = Pick<
  ReadableEntry,
  '_id' | 'content' | 'inputMood' | 'measures' | 'createdAt' | 'offset' | 'updatedAt' | 'import'
>;

export function knownOf(entry: MaybeUnreadable<ComparedEntry>): Known {
  const minute = Math.floor(entry.createdAt.getTime() / 60_000);
  const words = comparedWords(entry.content);
  return {
    id: entry._id.toHexString(),
    minute,
    localMinute: minute + entry.offset,
    words: words && createHash('sha256').update(words).digest('base64'),
    mood: entry.inputMood,
    measures: measuresIn(entry.measures) ?? {},
    updatedAt: entry.updatedAt.getTime(),
    ...(entry.import && { importId: entry.import.id }),
    isUnreadable: entry.unreadable ?? false,
  };
}

/**
 * The words without what an import may write otherwise the next time: marks of formatting, white space, and lines such as
 * "(a photo)" and "(1 of 2)", which are in the language of the page.
 */
function comparedWords(content: string): string {
  const lines = content
    .normalize()
    .replace(/^\s*[-*+] /gm, '')
    .replace(/[ \t#*_`~>\\[\]]+/g, '')
    .split('\n');
  return lines
    .filter((line) => !isStandIn(line))
    .join('')
    .replace(/\s+/g, '');
}

/** An entry of a file, with the ids that its text ids give it here. */
export interface Candidate {
  /** With the id that it gets if no other entry has it. */
  entry: NewEntry;
  /** The id in the file, if an entry of this person has it: they import their own export. */
  ownId?: Types.ObjectId;
  /** Its contents, and an id of ours or a UUID, are never those of another entry. */
  identifiedBy: 'contents' | 'unique id' | 'their id';
  /** Ids that earlier versions of the page gave the entry. */
  formerIds: Types.ObjectId[];
  /** The id that it gets beside another entry with its id. It follows from the id and the words. */
  variantId: Types.ObjectId;
}

/** With or without dashes. */
const UUID = /[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/i;

export function candidateOf(
  entry: NewEntry,
  ofFile: { userId: string; source: string; _id?: string; formerIds?: string[] },
): Candidate {
  const { userId, source, _id, formerIds = [] } = ofFile;
  const { words, localMinute, mood } = knownOf(entry);
  const ownId = _id === undefined ? null : parseId(_id);
  return {
    entry,
    ...(ownId && { ownId }),
    identifiedBy: _id === undefined ? 'contents' : ownId || UUID.test(_id) ? 'unique id' : 'their id',
    formerIds: formerIds.map((id) => importedId(userId, id)),
    variantId: importedId(userId, source, words || `${localMinute} ${mood}`),
  };
}

/** All ids under which the entry may be here. */
export const idsOf = ({ entry, ownId, formerIds, variantId }: Candidate): Types.ObjectId[] => [
  ...(ownId ? [ownId] : []),
  entry._id,
  variantId,
  ...formerIds,
];

/** `changed`: an entry with the id is here, but with other words, or at another time. */
type Verdict = 'same' | 'changed' | 'other';

export type Placed = { here: Known } | { changed: true } | { deleted: true } | { added: NewEntry };

/** Entries that are here, and those of a request before the one that is looked at. */
export class Sameness {
  private readonly known: Map<string, Known>;

  /** @param blockedIds ids of entries that were deleted not long ago, and stay so */
  constructor(
    known: Known[],
    private readonly blockedIds: ReadonlySet<string>,
    private readonly addChanged: boolean,
  ) {
    this.known = new Map(known.map((one) => [one.id, one]));
  }

  place(candidate: Candidate): Placed {
    const { entry, ownId, identifiedBy, formerIds, variantId } = candidate;
    const inFile = knownOf(entry);
    const variant = this.known.get(variantId.toHexString());
    if (variant) return { here: variant };
    const own = ownId && this.known.get(ownId.toHexString());
    if (own) return this.placeAs(ofOwn(own, inFile), own, candidate);
    const sameId = this.known.get(inFile.id);
    if (sameId && identifiedBy === 'contents') return { here: sameId };
    if (sameId) {
      const verdict = ofSameId(sameId, inFile);
      const isCertain = identifiedBy === 'unique id' && verdict === 'other';
      return this.placeAs(isCertain ? 'changed' : verdict, sameId, candidate);
    }
    for (const id of formerIds) {
      const former = this.known.get(id.toHexString());
      const verdict = former ? ofFormerId(former, inFile) : 'other';
      if (former && verdict !== 'other') return this.placeAs(verdict, former, candidate);
    }
    const isBlocked = [entry._id, ...formerIds].some((id) => this.blockedIds.has(id.toHexString()));
    if (isBlocked) return { deleted: true };
    return this.added(entry);
  }

  private placeAs(verdict: Verdict, here: Known, { entry, variantId }: Candidate): Placed {
    if (verdict === 'same') return { here };
    if (verdict === 'changed' && !this.addChanged) return { changed: true };
    if (this.blockedIds.has(variantId.toHexString())) return { deleted: true };
    return this.added({ ...entry, _id: variantId });
  }

  private added(entry: NewEntry): Placed {
    const known = knownOf(entry);
    this.known.set(known.id, known);
    return { added: entry };
  }
}

/** An export of this journal is older than what is here, unless the entry was edited where the export was restored. */
const ofOwn = (here: Known, inFile: Known): Verdict =>
  here.isUnreadable || here.updatedAt >= inFile.updatedAt || hasSameContent(here, inFile)
    ? 'same'
    : 'changed';

/** The same words at another time are those of an entry that was moved. The same mood alone says too little. */
function ofSameId(here: Known, inFile: Known): Verdict {
  if (here.isUnreadable || (here.words !== '' && hasSameContent(here, inFile))) return 'same';
  if (hasSameMoment(here, inFile)) return hasSameContent(here, inFile) ? 'same' : ofSameMoment(here, inFile);
  return isEdited(here) ? 'changed' : 'other';
}

/** Former ids are less certain: some were only a number. */
function ofFormerId(here: Known, inFile: Known): Verdict {
  if (hasSameMoment(here, inFile))
    return here.isUnreadable || hasSameContent(here, inFile) ? 'same' : ofSameMoment(here, inFile);
  return isEdited(here) && here.words !== '' && here.words === inFile.words ? 'same' : 'other';
}

/** Other words that were last edited here are the person's own, if the file says when it was edited there. */
const ofSameMoment = (here: Known, inFile: Known): Verdict => {
  const saysWhen = Math.floor(inFile.updatedAt / 60_000) !== inFile.minute;
  return isEdited(here) && saysWhen && here.updatedAt > inFile.updatedAt ? 'same' : 'changed';
};

const isEdited = ({ importId }: Known): boolean => importId === undefined;

const hasSameMoment = (one: Known, other: Known): boolean =>
  one.minute === other.minute || one.localMinute === other.localMinute;

/** Of an entry without words, the mood and the values count. Values that are only here were added here. */
const hasSameContent = (here: Known, inFile: Known): boolean =>
  here.words === inFile.words &&
  (here.words !== '' ||
    (here.mood === inFile.mood &&
      Object.entries(inFile.measures).every(([id, value]) => here.measures[id] === value)));
