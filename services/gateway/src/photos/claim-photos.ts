import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { PHOTO_ID_PATTERN } from '@inner-weather/contracts/photos/photo-id';
import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';

/**
 * Call it before an entry is stored with these photos, so that none of them is deleted meanwhile. Throws
 * `validation_failed` if one does not exist. Asks nobody about an entry without photos.
 */
export async function claimPhotos(
  rpc: RpcClient,
  userId: string,
  { photos = [] }: { photos?: string[] },
): Promise<void> {
  if (photos.length === 0) return;
  const { photoIds } = await rpc.call('media.claim-photos', { userId, photoIds: photos });
  if (photos.every((id) => photoIds.includes(id))) return;
  throw new DomainError('validation_failed', { ...problem(PHOTO_PROBLEMS.photo_gone), field: 'photos' });
}

/** As claimPhotos, for a part of an import: photos that do not exist are left out of its entries. */
export async function withClaimedPhotos(
  rpc: RpcClient,
  userId: string,
  entries: object[],
): Promise<object[]> {
  const wanted = entries.flatMap((entry) => photosOf(entry));
  if (wanted.length === 0) return entries;
  const { photoIds } = await rpc.call('media.claim-photos', { userId, photoIds: [...new Set(wanted)] });
  const isClaimed = (id: string): boolean => photoIds.includes(id);
  return entries.map((entry) =>
    photosOf(entry).every(isClaimed) ? entry : { ...entry, photos: photosOf(entry).filter(isClaimed) },
  );
}

/** The photos of an entry that was not validated yet. What cannot be a list of ids is left to the validation. */
function photosOf(entry: object): string[] {
  const { photos } = entry as { photos?: unknown };
  const isList = Array.isArray(photos) && photos.length <= LIMITS.photosMax;
  return isList && photos.every((id) => typeof id === 'string' && PHOTO_ID_PATTERN.test(id))
    ? (photos as string[])
    : [];
}
