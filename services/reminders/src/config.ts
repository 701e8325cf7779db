import { IsPublicUrl, LimitedServiceConfig } from '@inner-weather/platform/config';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** The push services of Chrome and its relatives, Firefox, Safari and Edge. */
const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Times are in milliseconds. */
export class RemindersConfig extends LimitedServiceConfig {
  /** A file with the P-256 key that identifies this installation to push services (VAPID), in PEM. */
  @IsString({ message: 'VAPID_PRIVATE_KEY_FILE must name a file' })
  VAPID_PRIVATE_KEY_FILE: string;

  /** The address that people use. Push services see it if it is https. */
  @IsOptional()
  @IsPublicUrl()
  PUBLIC_URL?: string;

  /** Names of push services separated by commas: `*.` stands for any name before, and `:8443` for another port. */
  @Transform(({ value }: { value: unknown }) =>
    String(value)
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  )
  @Matches(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/, {
    each: true,
    message: 'REMINDERS_PUSH_HOSTS must be host names such as push.example.com or *.example.com',
  })
  REMINDERS_PUSH_HOSTS: string[] = KNOWN_PUSH_HOSTS;

  /** `on`: push services may have private addresses, such as one in the house. */
  @IsIn(['on', 'off'])
  REMINDERS_PUSH_PRIVATE: 'on' | 'off' = 'off';

  /** How long a push service may take to answer. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(60_000)
  REMINDERS_PUSH_TIMEOUT_MS = 10_000;

  /**
   * How long a due reminder stays with the replica that claimed it. Three times REMINDERS_PUSH_TIMEOUT_MS is used if
   * that is longer.
   */
  @Type(() => Number)
  @IsInt()
  @Min(1_000)
  @Max(600_000)
  REMINDERS_LEASE_MS = 60_000;

  /** How often each replica looks for due reminders. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(60_000)
  REMINDERS_CHECK_MS = 5_000;
}
