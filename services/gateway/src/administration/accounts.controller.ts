import {
  AccountWithUsagePageDto,
  CreateResetLinkDto,
  ListAccountsDto,
  NewResetLinkDto,
  SetAdministratorDto,
} from '@inner-weather/contracts/administration/accounts.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param, Query } from '@nestjs/common';
import { Delete, Get, Post, Put, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { AdminGuard } from './admin.guard.js';

/** Milliseconds that media may take to say what photos take. */
const TIMEOUT_MS = 3_000;

@SignedInController('administration', 'admin/accounts', AdminGuard)
export class AccountsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', {
    summary: 'List accounts, without anything that their users wrote',
    answer: AccountWithUsagePageDto,
    problems: [400],
  })
  async list(
    @CurrentSession() { user }: SignedIn,
    @Query() { cursor }: ListAccountsDto,
  ): Promise<AccountWithUsagePageDto> {
    const page = await this.rpc.call('auth.list-accounts', { userId: user.id, ...(cursor && { cursor }) });
    const userIds = page.items.map(({ id }) => id);
    const usage = await this.rpc
      .call('media.list-usage', { userIds }, { timeoutMs: TIMEOUT_MS })
      .catch(() => null);
    const items = page.items.map((account) => ({
      ...account,
      photos: usage === null ? null : (usage[account.id] ?? { photos: 0, usedBytes: 0 }),
    }));
    return { ...page, items };
  }

  @Post(':id/reset-links', {
    summary: 'Create a link to a new password',
    description:
      'Only where the installation sends no mail. The link works once, within an hour; using it ends every session of the account.',
    answer: NewResetLinkDto,
    problems: [404],
  })
  createResetLink(
    @CurrentSession() { user, sid }: SignedIn,
    @Param('id') id: string,
    @Body() proof: CreateResetLinkDto,
  ): Promise<NewResetLinkDto> {
    const request = { userId: user.id, sessionId: sid, accountId: shortened(id), proof };
    return this.rpc.call('auth.create-reset-link', request);
  }

  @Delete(':id/sessions', { summary: 'Sign an account out everywhere', problems: [404] })
  async endSessions(@CurrentSession() { user }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.rpc.call('auth.end-account-sessions', { userId: user.id, accountId: shortened(id) });
  }

  @Put(':id/administrator', {
    summary: 'Let an account administer, or no longer',
    description:
      'One administrator whom no group appoints remains. The answer is 403 for the last one, and for an account that administers by a group at a provider: only the provider ends that.',
    problems: [404],
  })
  async setAdministrator(
    @CurrentSession() { user, sid }: SignedIn,
    @Param('id') id: string,
    @Body() change: SetAdministratorDto,
  ): Promise<void> {
    const request = { userId: user.id, sessionId: sid, accountId: shortened(id), change };
    await this.rpc.call('auth.set-administrator', request);
  }
}

/** Ids are shorter; a longer one names no account. */
const shortened = (id: string): string => id.slice(0, 100);
