import { t } from '@lingui/core/macro';
import { ApiError } from '../../lib/api/api-error';
import type { Failure, Prepared } from './prepare.worker';
import type { Taken } from './taken';

/** The code of the error if it is a HEIC photo, and what opens it did not arrive. */
export const NO_DECODER: Failure = 'decoder';

/**
 * Makes a photo ready to be sent.
 * @param signal ends it, and then it throws an AbortError
 * @throws ApiError with a sentence if the browser cannot read the picture
 */
export async function prepared(
  file: File,
  signal?: AbortSignal,
): Promise<{ blob: Blob; preview?: string; taken?: Taken }> {
  // A browser without them sends the photo as it is: the server takes away what the camera wrote into it.
  if (!('OffscreenCanvas' in window) || !('Worker' in window)) return { blob: file };
  const worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<Prepared | undefined>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
      // It could not be loaded, such as without a connection.
      worker.onerror = () => resolve(undefined);
      worker.onmessage = ({ data }: MessageEvent<Prepared>) => resolve(data);
      worker.postMessage(file);
    });
    if (!answer) return { blob: file };
    if ('failed' in answer) throw new ApiError(0, [{ msg: reasonOf(answer.failed) }], answer.failed);
    return answer;
  } finally {
    worker.terminate();
  }
}

const reasonOf = (failed: Failure): string =>
  failed === NO_DECODER
    ? t`This browser needs a connection to open HEIC photos. Please try again once there is one.`
    : t`This file cannot be opened as a photo.`;
