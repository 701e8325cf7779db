import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import type { UnzipFileInfo } from 'fflate';
import { FileError } from './file-error';
import { kindOfBytes, kindOfZip } from './kind-of-file';
import { megabytes } from './megabytes';

/** The file in an export that can be imported, and the text by which it is recognised. */
const EXPORT_NAME = 'inner-weather.json';
const FORMAT = '"inner-weather-export"';

/**
 * The text of an export, from the file itself or from the ZIP that contains it, even if it was renamed or packed again.
 * Throws a FileError that names the kind of any other file.
 */
export async function textOf(file: File): Promise<string> {
  if (file.size > LIMITS.importFileBytesMax) throw new FileError(tooLarge());
  if (file.size === 0) throw new FileError(t`That file is empty.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) return decode(await unpack(bytes));
  const kind = kindOfBytes(bytes.subarray(0, 64));
  if (kind) throw new FileError(withAdvice(kind));
  return decode(bytes);
}

function tooLarge(): string {
  const limit = megabytes(LIMITS.importFileBytesMax);
  return t`That file is larger than ${limit}.`;
}

/** Adds which file to choose to a sentence about another one. */
export const withAdvice = (problem: string): string =>
  t`${problem} Choose the ZIP of an export, or the ${EXPORT_NAME} in it.`;

/** Signatures of a ZIP's first file, of one without files, and of one that was split. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && [0x03, 0x05, 0x07].includes(bytes[2] ?? 0);

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  const { unzip } = await import('fflate');
  const names: string[] = [];
  let sum = 0;
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    names.push(name);
    if (name.startsWith('__MACOSX') || !/\.json$/i.test(name)) return false;
    sum += originalSize;
    return sum <= LIMITS.importFileBytesMax;
  };
  const files = await new Promise<Record<string, Uint8Array>>((done, fail) => {
    unzip(bytes, { filter }, (error, unzipped) => (error ? fail(error) : done(unzipped)));
  }).catch(() => {
    throw new FileError(
      isEncrypted(bytes)
        ? t`That ZIP is protected by a password. Unpack it and choose the file in it.`
        : t`That ZIP cannot be unpacked: part of it is missing, or it is packed in an unusual way. Unpack it and choose the file in it.`,
    );
  });
  // The user may have renamed it, so its content counts, not its name.
  const exportFile = Object.values(files).find((file) => decode(file.subarray(0, 200)).includes(FORMAT));
  if (exportFile) return exportFile;
  if (sum > LIMITS.importFileBytesMax) throw new FileError(tooLarge());
  const kind = kindOfZip(names);
  throw new FileError(withAdvice(kind ?? t`There is no ${EXPORT_NAME} in that ZIP.`));
}

/** The first file's general purpose flag, bit 0 (APPNOTE.TXT, 4.4.4). */
const isEncrypted = (bytes: Uint8Array): boolean => ((bytes[6] ?? 0) & 1) === 1;

/** Text in UTF-8 or UTF-16, with or without a byte order mark. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
        ? 'utf-16be'
        : 'utf-8';
  // TextDecoder removes the mark.
  return new TextDecoder(encoding).decode(bytes);
}
