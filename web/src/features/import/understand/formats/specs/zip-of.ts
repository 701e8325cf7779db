import { strToU8, zipSync } from 'fflate';

/** A ZIP of texts by their paths. */
export function zipOf(files: Record<string, string>, name = 'file.zip'): File {
  const contents = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return new File([new Uint8Array(zipSync(Object.fromEntries(contents)))], name);
}
