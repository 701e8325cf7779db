import type { Packed } from './files/zip-parts';
import type { Reading, Understood } from './understood';

/** A format. Each is one file in `formats/`, and one line in `understand.ts`. */
export interface Format {
  /**
   * What several files are: `one`: several exports, since one file has all; `notes`: notes, perhaps of several apps. Absent:
   * the files of one export.
   */
  reads?: 'one' | 'notes';
  /** Whether these files are in this format, judged by what they contain. Must be quick for files of other formats. */
  recognises: (bundle: Bundle) => boolean | Promise<boolean>;
  /** @throws ImportFailure if nothing of it can be read */
  read: (bundle: Bundle, reading: Reading) => Understood | Promise<Understood>;
}

/** A file, or what is in a ZIP or a folder. */
export interface Bundle {
  /** Without folders and directories, `__MACOSX` and the like. In the order of the ZIP. */
  files: BundleFile[];
  /** Whether it is one file that is not a ZIP. */
  isSingle: boolean;
}

export interface BundleFile {
  /** With `/` between folders. Never used as a path: it may be any text. */
  path: string;
  /** Bytes, as the ZIP declares them. */
  size: number;
  /** Where it is in the ZIP; absent if it was chosen itself. */
  packed?: Packed;
  /** The whole text, without a byte order mark. @throws ImportFailure */
  text: () => Promise<string>;
  /** The first few thousand characters. @throws ImportFailure */
  start: () => Promise<string>;
  /** The text as JSON; undefined if it is none. @throws ImportFailure */
  json: () => Promise<unknown>;
  /** Its bytes, one part after another. Those of a file that was chosen itself may be of any number. @throws ImportFailure */
  parts: () => AsyncIterable<Uint8Array>;
}
