import { t } from '@lingui/core/macro';
import { ApiError } from '../../lib/api/api-error';
import type { Prepared } from './prepare.worker';

/** @throws ApiError with a sentence if the browser cannot read the picture */
export async function prepared(file: File): Promise<{ blob: Blob; preview?: string }> {
  // A browser without them sends the photo as it is: the server takes away what the camera wrote into it.
  if (!('OffscreenCanvas' in window) || !('Worker' in window)) return { blob: file };
  const worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<Prepared | undefined>((resolve) => {
      // It could not be loaded, such as without a connection.
      worker.onerror = () => resolve(undefined);
      worker.onmessage = ({ data }: MessageEvent<Prepared>) => resolve(data);
      worker.postMessage(file);
    });
    if (!answer) return { blob: file };
    if ('failed' in answer) throw new ApiError(0, [{ msg: unreadable(file) }]);
    return answer;
  } finally {
    worker.terminate();
  }
}

const unreadable = ({ name }: File): string =>
  /\.hei[cf]$/i.test(name)
    ? t`This browser cannot open HEIC photos. Safari can, and phones can save them as JPEG.`
    : t`This file cannot be opened as a photo.`;
