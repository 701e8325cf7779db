/**
 * The id in the answer to POST /photos.
 * @throws if it has none, as when a proxy has changed it: then the photo is in no entry, and is sent again under its key
 */
export function idOfPhoto(body: unknown): string {
  const id = (body as { _id?: unknown } | null)?._id;
  if (typeof id !== 'string') throw new TypeError('no photo');
  return id;
}
