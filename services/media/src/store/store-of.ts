import type { MediaConfig } from '../config.js';
import { FolderStore } from './folder-store.js';
import type { PhotoStore } from './photo-store.js';
import { S3Store } from './s3-store.js';

/** The store that the settings name. Throws an Error if they name none, or two. */
export function storeOf({ PHOTOS_DIR, S3_URL }: MediaConfig): PhotoStore {
  if (S3_URL && !PHOTOS_DIR) return new S3Store(S3_URL);
  if (PHOTOS_DIR && !S3_URL) return new FolderStore(PHOTOS_DIR);
  throw new Error('Configuration: PHOTOS_DIR or S3_URL must say where photos are, and only one of them');
}
