/*
 * Makes a photo upright and small enough to be sent, and takes away what its camera wrote into it, such as the place. A
 * worker of its own does it, so that the page answers meanwhile.
 */

/** Pixels of the longer side, of what is sent and of what is shown until the server has it. */
const SENT_SIDE = 2_560;
const PREVIEW_SIDE = 320;

export type Prepared = { blob: Blob; preview: string } | { failed: true };

async function prepare(file: Blob): Promise<Prepared> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const blob = await drawn(picture, SENT_SIDE, 0.9);
    const preview = new FileReaderSync().readAsDataURL(await drawn(picture, PREVIEW_SIDE, 0.7));
    return { blob, preview };
  } finally {
    picture.close();
  }
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
    .catch((): Prepared => ({ failed: true }))
    .then((prepared) => postMessage(prepared));
});
