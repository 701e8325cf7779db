import { LIMITS } from '@inner-weather/domain/limits';
import { addNotTaken, decodedPath, detailOf } from './files/reading';
import type { Bundle, BundleFile } from './format';
import {
  type ForeignEntry,
  type At,
  BOUNDS,
  type PhotoInFile,
  type Understood,
  type Within,
} from './understood';

/** Addresses of the web, and pictures within a text. */
const NO_FILE = /^(https?|ftp|data|blob):/i;

/** Names that apps give to pictures without one. */
const USUAL_NAME = /(?:^|\/)(?:image|img|photo|picture|screenshot|untitled|unnamed|\d+)[ _-]*\d*\.\w+$/;

/** Finds the photos that entries name among the files that were chosen. */
export class PhotoFinder {
  private readonly byName = new Map<string, BundleFile[]>();

  constructor(
    private readonly understood: Understood,
    private readonly bundle: Bundle,
  ) {
    for (const file of bundle.isSingle ? [] : bundle.files) {
      const name = lastOf(plain(file.path));
      const same = this.byName.get(name);
      if (same) same.push(file);
      else this.byName.set(name, [file]);
    }
  }

  ofEntry(at: At): EntryPhotos {
    return new EntryPhotos(this, this.understood, at, this.bundle.isSingle);
  }

  /**
   * The file with this path, seen from the file that names it, or with this end of its path, near that file first; whatever
   * its capitals. A name alone counts for a file that was chosen by itself, and for the only one whose name is no usual one:
   * each page of Notion has an `image.png`.
   */
  find(name: string, beside = ''): BundleFile | undefined {
    if (NO_FILE.test(name)) return undefined;
    for (const written of new Set([name, decodedPath(name)])) {
      // A path within a path is looked for by its end, so that none leads out.
      const path = plain(written).replace(/^(\.{0,2}\/)+/, '');
      const folder = plain(beside).replace(/[^/]*$/, '');
      const named = this.byName.get(lastOf(path)) ?? [];
      const whole = named.filter((file) => `/${plain(file.path)}`.endsWith(`/${path}`));
      const found =
        named.find((file) => plain(file.path) === folder + path) ??
        whole.find((file) => plain(file.path).startsWith(folder)) ??
        whole[0] ??
        named.find((file) => !file.path.includes('/')) ??
        (named.length === 1 && !USUAL_NAME.test(path) ? named[0] : undefined);
      if (found) return found;
    }
    return undefined;
  }
}

interface Wanted {
  /** The file that names it. */
  beside?: string;
  /** What is on it. */
  description?: string;
  /** As what it is counted if it does not come along. */
  kind?: 'photos' | 'drawings';
  isOwn?: true;
}

/** Takes the photos of one entry. */
export class EntryPhotos {
  private readonly taken = new Map<BundleFile | Within, PhotoInFile>();
  /** What was asked for and does not come along. */
  private readonly refused = new Set<string>();
  private isAnyLost = false;

  constructor(
    private readonly finder: PhotoFinder,
    private readonly understood: Understood,
    private readonly at: At,
    private readonly isSingle: boolean,
  ) {}

  /** Whether it comes along. One that does not is counted, and named if it should be among the files. */
  take(wanted: string | BundleFile, { beside, description, kind = 'photos', isOwn }: Wanted = {}): boolean {
    const file = typeof wanted === 'string' ? this.finder.find(wanted, beside) : wanted;
    if (file && this.taken.has(file)) return true;
    // The words and the list of an entry name the same photos.
    const name = lastOf(plain(file?.path ?? (typeof wanted === 'string' ? wanted : wanted.path)));
    if (this.refused.has(name)) return false;
    if (file && this.taken.size < LIMITS.photosMax) {
      this.taken.set(file, {
        ...placeOf(file),
        ...(description && { description }),
        ...(isOwn && { isOwn }),
      });
      return true;
    }
    if (name !== '') this.refused.add(name);
    if (!file && kind === 'photos') this.isAnyLost = true;
    // What is missing in the file stays nowhere.
    addNotTaken(this.understood, file || this.isSingle ? kind : 'missingPhotos', 1);
    this.say(file ? 'too-many-photos' : 'photo-missing', typeof wanted === 'string' ? wanted : wanted.path);
    return false;
  }

  /** The same for a photo that is written within a file, or should be. */
  takeWithin(file: BundleFile, within?: Within): boolean {
    if (within && this.taken.size < LIMITS.photosMax) {
      this.taken.set(within, { ...placeOf(file), within });
      return true;
    }
    addNotTaken(this.understood, 'photos', 1);
    this.say(within ? 'too-many-photos' : 'photo-missing', within?.name ?? '', false);
    return false;
  }

  /** For an entry. */
  get found(): Partial<Pick<ForeignEntry, 'photos' | 'hasLostPhoto'>> {
    return {
      ...(this.taken.size > 0 && { photos: [...this.taken.values()] }),
      ...(this.isAnyLost && { hasLostPhoto: true as const }),
    };
  }

  private say(remark: 'too-many-photos' | 'photo-missing', name: string, isElsewhere = this.isSingle): void {
    const { hints, remarks } = this.understood;
    // Of a JSON without its ZIP, all of them are elsewhere.
    if (!isElsewhere) {
      if (remarks.length < BOUNDS.listed) remarks.push({ at: this.at, remark, detail: detailOf(name) });
    } else if (!hints.includes('photos-elsewhere')) hints.push('photos-elsewhere');
  }
}

const placeOf = ({ path, packed }: BundleFile) => ({ path, ...(packed && { packed }) });

/** Names of a Mac have accents apart from their letters. */
const plain = (path: string): string => path.normalize().replaceAll('\\', '/').toLowerCase();

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
