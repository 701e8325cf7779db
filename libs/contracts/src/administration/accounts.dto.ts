import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { LIMITS } from '@inner-weather/domain/limits';
import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { CurrentPasswordDto } from '../accounts/current-password.dto.js';
import { says } from '../validation/says.js';

/**
 * From where an account has the administrator's role. `unknown`: an older version noted nothing, or the account that gave
 * it is gone.
 */
export const ROLE_SOURCES = ['first_account', 'command', 'administrator', 'group', 'unknown'] as const;

export class RoleSourceDto {
  @ApiProperty({ enum: ROLE_SOURCES })
  from: (typeof ROLE_SOURCES)[number];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'For `administrator` the name of the one who gave it, for `group` that of the provider.',
  })
  name: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null where it is not known.',
  })
  since: string | null;
}

/** An account as an administrator sees it: what is needed to act, and nothing that its user wrote. */
export class AccountDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'First and last name.' })
  name: string;

  @ApiProperty({ format: 'email' })
  email: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description:
      'The day on which one of its open sessions was last used, in the time zone that the administrator has chosen, or else in UTC. Null if it is signed in nowhere.',
  })
  lastSeen: string | null;

  @ApiProperty()
  isAdmin: boolean;

  @ApiProperty({
    description:
      'Whether it administers because it was in a group at a provider when it last signed in there. Only the provider ends that.',
  })
  isAdminByGroup: boolean;

  @ApiProperty({
    type: [RoleSourceDto],
    description: 'From where it has the administrator’s role. Empty if it does not administer.',
  })
  roleSources: RoleSourceDto[];

  @ApiProperty()
  hasSecondFactor: boolean;
}

/** GET /admin/accounts. */
export class AccountPageDto {
  @ApiProperty({ type: [AccountDto], description: 'The oldest accounts first.' })
  items: AccountDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'For the next page. Null: this is the last one.',
  })
  nextCursor: string | null;
}

/** The query of GET /admin/accounts. */
export class ListAccountsDto {
  @ApiPropertyOptional({ description: '`nextCursor` of the page before.' })
  @IsOptional()
  @Matches(/^[0-9a-f]{24}$/, says(JOURNAL_PROBLEMS.cursor_invalid))
  cursor?: string;
}

/** POST /admin/accounts/{id}/reset-links. */
export class CreateResetLinkDto extends CurrentPasswordDto {}

export class NewResetLinkDto {
  @ApiProperty({
    description: 'The token for the link `/reset-password#<token>`. It is not shown again and works once.',
    maxLength: LIMITS.tokenMax,
  })
  token: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
}

/** PUT /admin/accounts/{id}/administrator. */
export class SetAdministratorDto extends CurrentPasswordDto {
  @ApiProperty()
  @IsBoolean(says(ACCOUNT_PROBLEMS.is_admin_boolean))
  isAdmin: boolean;
}
