/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark, which is removed. Without any character of UTF-8 beyond ASCII,
 * bytes that UTF-8 does not have are the letters with accents of Windows-1252, in which spreadsheets save CSV files.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
        ? 'utf-16be'
        : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  const isOther = encoding === 'utf-8' && text.includes('\ufffd') && !/[^\0-\x7f\ufffd]/.test(text);
  return isOther ? new TextDecoder('windows-1252').decode(bytes) : text;
}
