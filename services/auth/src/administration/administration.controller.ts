import type { AccountPageDto, NewResetLinkDto } from '@inner-weather/contracts/administration/accounts.dto';
import type {
  InstallationDto,
  TestedMailDto,
} from '@inner-weather/contracts/administration/installation.dto';
import {
  AccountRequest,
  ChangeInstallationRequest,
  CreateResetLinkRequest,
  ListAccountsRequest,
  SetAdministratorRequest,
} from '@inner-weather/contracts/rpc/administration';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import { type RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MailTestsService } from '../mail/mail-tests.service.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { AccountsService } from './accounts.service.js';
import { InstallationService } from './installation.service.js';

@Controller()
export class AdministrationController {
  constructor(
    private readonly administrator: AdministratorService,
    private readonly installation: InstallationService,
    private readonly accounts: AccountsService,
    private readonly mailTests: MailTestsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.get-administrator')
  async getAdministrator(@Payload() { userId }: UserRequest): Promise<null> {
    await this.administrator.assertAdministrator(userId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.get-installation')
  getInstallation(@Payload() { userId }: UserRequest): Promise<InstallationDto> {
    return this.installation.describe(userId);
  }

  @MessagePattern<RpcMethod>('auth.change-installation')
  async changeInstallation(
    @Payload() { userId, changes }: ChangeInstallationRequest,
  ): Promise<InstallationDto> {
    await this.limiter.countWrite(userId);
    return this.installation.change(userId, changes);
  }

  @MessagePattern<RpcMethod>('auth.send-test-mail')
  async sendTestMail(@Payload() { userId }: UserRequest): Promise<TestedMailDto> {
    await this.administrator.assertAdministrator(userId);
    return this.mailTests.send(userId);
  }

  @MessagePattern<RpcMethod>('auth.list-accounts')
  listAccounts(@Payload() { userId, cursor }: ListAccountsRequest): Promise<AccountPageDto> {
    return this.accounts.list(userId, cursor);
  }

  @MessagePattern<RpcMethod>('auth.create-reset-link')
  async createResetLink(
    @Payload() { userId, sessionId, accountId, proof }: CreateResetLinkRequest,
  ): Promise<NewResetLinkDto> {
    await this.limiter.countWrite(userId);
    return this.accounts.createResetLink(userId, sessionId, accountId, proof);
  }

  @MessagePattern<RpcMethod>('auth.end-account-sessions')
  async endSessions(@Payload() { userId, accountId }: AccountRequest): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.accounts.endSessions(userId, accountId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.set-administrator')
  async setAdministrator(
    @Payload() { userId, sessionId, accountId, change }: SetAdministratorRequest,
  ): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.accounts.setAdministrator(userId, sessionId, accountId, change);
    return null;
  }
}
