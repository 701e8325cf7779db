import { Type } from 'class-transformer';
import { IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { MaxLength } from '../validation/validators.js';
import { CreateResetLinkDto, SetAdministratorDto } from '../administration/accounts.dto.js';
import { ChangeInstallationDto } from '../administration/installation.dto.js';
import { OwnerRequest, UserRequest } from './requests.js';

/** Here and below, `userId` is the administrator. */
export class ListAccountsRequest extends UserRequest {
  /** The last account of the previous page. Absent for the first page. */
  @IsOptional()
  @Matches(/^[0-9a-f]{24}$/)
  cursor?: string;
}

export class AccountRequest extends UserRequest {
  @IsString()
  @MaxLength(100)
  accountId: string;
}

/** A change of an account that needs a proof of the administrator. */
class ProvedAccountRequest extends OwnerRequest {
  @IsString()
  @MaxLength(100)
  accountId: string;
}

export class CreateResetLinkRequest extends ProvedAccountRequest {
  @ValidateNested()
  @Type(() => CreateResetLinkDto)
  proof: CreateResetLinkDto;
}

export class SetAdministratorRequest extends ProvedAccountRequest {
  @ValidateNested()
  @Type(() => SetAdministratorDto)
  change: SetAdministratorDto;
}

export class ChangeInstallationRequest extends UserRequest {
  @ValidateNested()
  @Type(() => ChangeInstallationDto)
  changes: ChangeInstallationDto;
}
