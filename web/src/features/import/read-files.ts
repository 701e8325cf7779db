import type { Answer, Question } from './understand/worker';
import { ImportFailure, type Reading, type Understood } from './understand/understood';

/** Milliseconds after which a file is given up. The largest sample takes a few seconds. */
const PATIENCE_MS = 2 * 60_000;

/**
 * Reads the files in a worker of their own, which ends with the answer. So a file that never ends costs no more than time.
 * @throws ImportFailure
 */
export function readFiles(files: File[], reading: Reading, signal: AbortSignal): Promise<Understood> {
  const worker = new Worker(new URL('./understand/worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Understood>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ImportFailure('too-large')), PATIENCE_MS);
    const end = () => clearTimeout(timer);
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      end();
      if ('understood' in data) resolve(data.understood);
      else reject(new ImportFailure(data.failure.code, data.failure.detail));
    });
    // It could not be loaded, or had no memory left.
    worker.addEventListener('error', () => {
      end();
      reject(new ImportFailure('unknown'));
    });
    worker.postMessage({ files, reading } satisfies Question);
  }).finally(() => worker.terminate());
}
