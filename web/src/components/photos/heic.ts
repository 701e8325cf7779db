import { LIMITS } from '@inner-weather/domain/limits';
import libheif from 'libheif-js/libheif/libheif.js';

/*
 * Opens HEIC photos in browsers that cannot. This is the build of libheif without WebAssembly, which takes twice as long
 * but needs no exception in the page's Content-Security-Policy. It has 3 MB, so only workers that need it load it.
 */

/** What its types, which are generated, leave out. */
interface Heif {
  HeifDecoder: new () => { decode: (file: Uint8Array) => HeifImage[] };
}

interface HeifImage {
  is_primary: () => boolean;
  get_width: () => number;
  get_height: () => number;
  /** Calls back with null if the picture is damaged. */
  display: (pixels: ImageData, onEnd: (shown: ImageData | null) => void) => void;
}

/** @returns the main picture, upright; undefined if the file is damaged or has too many pixels */
export async function pixelsOf(file: Uint8Array): Promise<ImageData | undefined> {
  const { HeifDecoder } = (libheif as unknown as () => Heif)();
  const pictures = new HeifDecoder().decode(file);
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (!picture) return undefined;
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > LIMITS.photoPixelsMax) return undefined;
  const pixels = new ImageData(width, height);
  const shown = await new Promise<ImageData | null>((resolve) => {
    picture.display(pixels, resolve);
  });
  return shown ?? undefined;
}
