import type { Writable } from 'node:stream';

/** What is written in one turn of the event loop leaves in one system call, where each write would make its own. */
export function writeTogether(stream: Writable): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]) => {
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return write(...args);
  };
}
