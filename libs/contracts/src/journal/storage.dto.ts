import { ApiProperty } from '@nestjs/swagger';

/** The used and the available storage of a user. */
export class StorageDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'The bytes that the entries use: their texts, moods and cities in UTF-8, plus 500 bytes per entry.',
  })
  usedBytes: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The storage quota in bytes.' })
  maxBytes: number;
}
