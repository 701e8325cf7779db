import type { Taken } from './taken';

/*
 * Makes a photo upright and small enough to be sent, and takes away what its camera wrote into it, such as the place. A
 * worker of its own does it, so that the page answers meanwhile.
 */

/** Pixels of the longer side, of what is sent and of what is shown until the server has it. */
const SENT_SIDE = 2_560;
const PREVIEW_SIDE = 320;

/** Why it failed: `decoder` if it is a HEIC photo, and the code that opens it did not arrive. */
export type Failure = 'picture' | 'decoder';

export type Prepared = { blob: Blob; preview: string; taken?: Taken } | { failed: Failure };

/** The brands of files with HEVC pictures, and those of any HEIF, which browsers say whether they can open. */
const HEIF = /^....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s;

async function prepare(file: Blob): Promise<Prepared> {
  const picture = await decoded(file);
  if (typeof picture === 'string') return { failed: picture };
  try {
    const blob = await drawn(picture, SENT_SIDE, 0.9);
    const preview = new FileReaderSync().readAsDataURL(await drawn(picture, PREVIEW_SIDE, 0.7));
    return { blob, preview, taken: await takenIfRead(file) };
  } finally {
    picture.close();
  }
}

/** By the browser itself if it can: Safari opens HEIC, and is faster. */
async function decoded(file: Blob): Promise<ImageBitmap | Failure> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    const head = new TextDecoder('latin1').decode(await file.slice(0, 16).arrayBuffer());
    if (!HEIF.test(head)) return 'picture';
  }
  const heic = await import('./heic').catch(() => undefined);
  if (!heic) return 'decoder';
  const pixels = await heic.pixelsOf(new Uint8Array(await file.arrayBuffer()));
  return pixels ? createImageBitmap(pixels) : 'picture';
}

/** What a photo says of its time and place is a help, and never in its way. */
async function takenIfRead(file: Blob): Promise<Taken | undefined> {
  const reader = await import('./taken').catch(() => undefined);
  return reader?.takenOf(await file.arrayBuffer());
}

async function drawn(picture: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // What is transparent would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void prepare(data)
    .catch((): Prepared => ({ failed: 'picture' }))
    .then((prepared) => postMessage(prepared));
});
