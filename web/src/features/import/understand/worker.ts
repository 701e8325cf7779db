import { understand } from './understand';
import { type FailureCode, ImportFailure, type Reading, type Understood } from './understood';

/* A worker of its own reads the file, so that the page answers meanwhile, and can end it. */

export interface Question {
  files: File[];
  reading: Reading;
}

export type Answer = { understood: Understood } | { failure: { code: FailureCode; detail?: string } };

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void understand(data.files, data.reading)
    .then(
      (understood): Answer => ({ understood }),
      (error: unknown): Answer => ({
        failure:
          error instanceof ImportFailure
            ? { code: error.code, ...(error.detail !== undefined && { detail: error.detail }) }
            : { code: 'unknown' },
      }),
    )
    .then((answer) => postMessage(answer));
});
