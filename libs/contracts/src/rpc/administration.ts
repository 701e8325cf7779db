import { IsOptional, Matches } from 'class-validator';
import { CreateResetLinkDto, SetAdministratorDto } from '../administration/accounts.dto.js';
import { ChangeInstallationDto } from '../administration/installation.dto.js';
import { OwnerRequest, UserRequest } from './requests.js';
import { IsId, Nested } from '../validation/fields.js';

/** Here and below, `userId` is the administrator. */
export class ListAccountsRequest extends UserRequest {
  /** The last account of the previous page. Absent for the first page. */
  @IsOptional()
  @Matches(/^[0-9a-f]{24}$/)
  cursor?: string;
}

export class AccountRequest extends UserRequest {
  @IsId()
  accountId: string;
}

/** A change of an account that needs a proof of the administrator. */
class ProvedAccountRequest extends OwnerRequest {
  @IsId()
  accountId: string;
}

export class CreateResetLinkRequest extends ProvedAccountRequest {
  @Nested(CreateResetLinkDto)
  proof: CreateResetLinkDto;
}

export class SetAdministratorRequest extends ProvedAccountRequest {
  @Nested(SetAdministratorDto)
  change: SetAdministratorDto;
}

export class ChangeInstallationRequest extends UserRequest {
  @Nested(ChangeInstallationDto)
  changes: ChangeInstallationDto;
}
