import { openDesk, type Question } from '../src/features/import/understand/desk';
import type { Reading, Understood } from '../src/features/import/understand/understood';

/**
 * In place of the worker that reads a file: it understands any file as `read` says. What it does with that is what the
 * real one does.
 */
export function fakeImportWorker(read: (reading: Reading) => Understood | Promise<Understood>): void {
  class FakeWorker extends EventTarget {
    private readonly answer = openDesk(
      async (_files, reading) => read(reading),
      (data) => this.dispatchEvent(new MessageEvent('message', { data })),
    );

    postMessage(question: Question) {
      queueMicrotask(() => void this.answer(question));
    }

    terminate() {
      // What it answers from now on is heard by nobody.
    }
  }
  globalThis.Worker = FakeWorker as unknown as typeof Worker;
}
