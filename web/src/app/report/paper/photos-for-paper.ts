import { photoLoaded } from '../../../components/photos/photo-loaded';

/** Photos that are loaded at the same time, each of which takes some 10 MB until it is drawn. */
const AT_ONCE = 4;
/** Photos after which the progress is said again, which screen readers read aloud. */
const STEP = 20;
/** Pixels of CSS that a photo may have on the paper: `.photos img` of report.module.css, and the width of Letter. */
const [WIDTH_MAX, HEIGHT_MAX] = [680, 303];
/** Points of a photo for each of these pixels: 240 to the inch. */
const SHARPNESS = 2.5;
const QUALITY = 0.85;
const JPEG = 'image/jpeg';

/**
 * Resolves when all photos of an element can be printed, also those out of sight: a printer does not wait for them. They are
 * JPEG then, no larger than the paper needs. Browsers put JPEG into a PDF as it is; of anything else, they put every point
 * there, and a book with a few hundred photos would have hundreds of megabytes.
 * @param onProgress how many can be printed
 */
export async function photosForPaper(
  within: ParentNode,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  const photos = [...within.querySelectorAll('img')];
  const waiting = photos.values();
  let done = 0;
  onProgress(done, photos.length);
  const work = async () => {
    for (const photo of waiting) {
      await photoLoaded(photo);
      if (asJpeg(photo)) await photoLoaded(photo);
      done += 1;
      if (done % STEP === 0) onProgress(done, photos.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Whether the photo changes its source. One that is gone, or a JPEG of an earlier print, does not. */
function asJpeg(photo: HTMLImageElement): boolean {
  const { naturalWidth: width, naturalHeight: height, src } = photo;
  if (width === 0 || src.startsWith(`data:${JPEG}`)) return false;
  const scale = Math.min(1, (SHARPNESS * WIDTH_MAX) / width, (SHARPNESS * HEIGHT_MAX) / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) return false;
  // JPEG has no transparency: what nothing was drawn on would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  // The policy of the page lets it show addresses of data, and none of blobs.
  photo.src = canvas.toDataURL(JPEG, QUALITY);
  // Its points are freed now, and not with one of the next garbage collections.
  canvas.width = 0;
  return true;
}
