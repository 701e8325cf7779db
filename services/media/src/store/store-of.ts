import type { MediaConfig } from '../config.js';
import { FolderStore } from './folder-store.js';
import type { PhotoStore } from './photo-store.js';
import { S3Store } from './s3-store.js';

/** The store that the settings name; S3 first, since a folder is also named for photos that arrive. Throws an Error if none. */
export function storeOf({ PHOTOS_DIR, S3_URL }: MediaConfig): PhotoStore {
  if (S3_URL) return new S3Store(S3_URL);
  if (PHOTOS_DIR) return new FolderStore(PHOTOS_DIR);
  throw new Error('Configuration: PHOTOS_DIR or S3_URL must say where photos are');
}
