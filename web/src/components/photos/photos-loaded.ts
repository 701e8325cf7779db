/** Photos that are loaded at the same time. */
const AT_ONCE = 20;

/** Loads the photos of an element that are out of sight. A printer does not wait for them. */
export async function photosLoaded(within: ParentNode): Promise<void> {
  const photos = [...within.querySelectorAll('img')];
  for (let from = 0; from < photos.length; from += AT_ONCE)
    await Promise.all(photos.slice(from, from + AT_ONCE).map(photoLoaded));
}

export function photoLoaded(photo: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    // One that is gone is not on the paper.
    for (const event of ['load', 'error']) photo.addEventListener(event, () => resolve(), { once: true });
    photo.loading = 'eager';
    if (photo.complete) resolve();
  });
}
