/** Loads a photo, also one out of sight: a printer does not wait for those. */
export function photoLoaded(photo: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    // One that is gone is not on the paper.
    for (const event of ['load', 'error']) photo.addEventListener(event, () => resolve(), { once: true });
    photo.loading = 'eager';
    if (photo.complete) resolve();
  });
}
