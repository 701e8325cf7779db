/** A file with readable contents, which jsdom's File does not support. */
function fileOf(bytes: Uint8Array, name = 'file'): File {
  const file = new File([], name);
  const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  Object.defineProperty(file, 'size', { value: bytes.length });
  Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.resolve(content) });
  return file;
}

export const textFile = (text: string, name?: string): File => fileOf(new TextEncoder().encode(text), name);
