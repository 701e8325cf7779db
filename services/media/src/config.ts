import { IsHost, LimitedServiceConfig } from '@inner-weather/platform/config';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** Times are in milliseconds. */
export class MediaConfig extends LimitedServiceConfig {
  /** The folder of the photos and of those that arrive. With S3_URL, of those that arrive only; absent then: /tmp. */
  @IsOptional()
  @IsString()
  PHOTOS_DIR?: string;

  /**
   * A bucket of an S3-compatible store, instead of a folder: `https://<key>:<secret>@<host>/<bucket>[/<prefix>]`, with
   * `?region=` where the store asks for one. The bucket is in the path, and key and secret are percent-encoded.
   */
  @IsOptional()
  @Matches(/^https?:\/\/[^:/@]+:[^:/@]+@[^/]+\/[^/?]+(?:\/[^?]*)?(?:\?region=[\w-]+)?$/, {
    message: 'S3_URL must be an address such as https://<key>:<secret>@s3.example.com/<bucket>',
  })
  S3_URL?: string;

  /** The port on which the gateway sends and reads the bytes of photos; 0 means any free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PHOTOS_PORT = 0;

  @IsHost()
  PHOTOS_HOST = '127.0.0.1';

  /** Megabytes (10^6 bytes) of photos as they are kept, apart from the words. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  STORED_PHOTOS_MB_PER_PERSON = 2_000;

  /** How often each replica looks for photos that no entry has. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(3_600_000)
  PHOTOS_CHECK_MS = 60_000;
}
