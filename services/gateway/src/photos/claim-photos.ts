import { DomainError } from '@inner-weather/contracts/messaging/errors';
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
