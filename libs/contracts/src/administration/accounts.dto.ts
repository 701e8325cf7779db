import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { LIMITS } from '@inner-weather/domain/limits';
import { OmitType } from '@nestjs/swagger';
import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { CurrentPasswordDto } from '../accounts/current-password.dto.js';
import { PhotoUsageDto } from '../photos/photos.dto.js';
import { says } from '../validation/validators.js';
import { Doc, NULLABLE, TIME, TIME_OR_NULL } from '../validation/documented.js';

/**
 * From where an account has the administrator's role. `unknown`: an older version noted nothing, or the account that gave
 * it is gone.
 */
export const ROLE_SOURCES = ['first_account', 'command', 'administrator', 'group', 'unknown'] as const;

export class RoleSourceDto {
  @Doc({ enum: ROLE_SOURCES })
  from: (typeof ROLE_SOURCES)[number];

  @Doc('For `administrator` the name of the one who gave it, for `group` that of the provider.', NULLABLE)
  name: string | null;

  @Doc('Null where it is not known.', TIME_OR_NULL)
  since: string | null;
}

/** An account as an administrator sees it: what is needed to act, and nothing that its user wrote. */
export class AccountDto {
  @Doc()
  id: string;

  @Doc('First and last name.')
  name: string;

  @Doc({ format: 'email' })
  email: string;

  @Doc(TIME)
  createdAt: string;

  @Doc(
    'The day on which one of its open sessions was last used, in the time zone that the administrator has chosen, or else in UTC. Null if it is signed in nowhere.',
    { format: 'date', nullable: true },
  )
  lastSeen: string | null;

  @Doc()
  isAdmin: boolean;

  @Doc(
    'Whether it administers because it was in a group at a provider when it last signed in there. Only the provider ends that.',
  )
  isAdminByGroup: boolean;

  @Doc('From where it has the administrator’s role. Empty if it does not administer.', {
    type: [RoleSourceDto],
  })
  roleSources: RoleSourceDto[];

  @Doc()
  hasSecondFactor: boolean;
}

/** Accounts as auth knows them. */
export class AccountPageDto {
  @Doc('The oldest accounts first.', { type: [AccountDto] })
  items: AccountDto[];

  @Doc('For the next page. Null: this is the last one.', NULLABLE)
  nextCursor: string | null;
}

export class AccountWithUsageDto extends AccountDto {
  @Doc('What its photos take. Null while media does not answer.', { type: PhotoUsageDto, nullable: true })
  photos: PhotoUsageDto | null;
}

/** GET /admin/accounts. */
export class AccountWithUsagePageDto extends OmitType(AccountPageDto, ['items']) {
  @Doc('The oldest accounts first.', { type: [AccountWithUsageDto] })
  items: AccountWithUsageDto[];
}

/** The query of GET /admin/accounts. */
export class ListAccountsDto {
  @Doc('`nextCursor` of the page before.')
  @IsOptional()
  @Matches(/^[0-9a-f]{24}$/, says(JOURNAL_PROBLEMS.cursor_invalid))
  cursor?: string;
}

/** POST /admin/accounts/{id}/reset-links. */
export class CreateResetLinkDto extends CurrentPasswordDto {}

export class NewResetLinkDto {
  @Doc('The token for the link `/reset-password#<token>`. It is not shown again and works once.', {
    maxLength: LIMITS.tokenMax,
  })
  token: string;

  @Doc(TIME)
  expiresAt: string;
}

/** PUT /admin/accounts/{id}/administrator. */
export class SetAdministratorDto extends CurrentPasswordDto {
  @IsBoolean(says(ACCOUNT_PROBLEMS.is_admin_boolean))
  isAdmin: boolean;
}
