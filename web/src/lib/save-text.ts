/** Milliseconds after which the browser has read a file. Safari and Firefox begin to read after the click has returned. */
const READ_MS = 60_000;

/** Saves text as a file in the browser; nothing goes over the network. */
export const saveText = (name: string, text: string, type = 'text/plain'): void =>
  saveFile(name, new Blob([text], { type }));

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
