import { COUNT, Doc } from '../validation/documented.js';

/** The used and the available storage of a user. */
export class StorageDto {
  @Doc(
    'The bytes that the entries use: their texts, moods and cities in UTF-8, plus 500 bytes per entry.',
    COUNT,
  )
  usedBytes: number;

  @Doc('The storage quota in bytes.', COUNT)
  maxBytes: number;
}
