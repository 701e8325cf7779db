import {
  DeleteAccountDto,
  DeviceKeyDto,
  RenewedUserDto,
  UpdateUserDto,
  UserDto,
} from '@inner-weather/contracts/accounts/users.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Req, Res } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Delete, Get, Patch, SignedInController } from '../openapi/route.js';
import { accountOf, CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { DeviceCookie, deviceOf } from '../sessions/device-cookie.js';
import { SessionCookie } from '../sessions/session-cookie.js';

/** Fields of the account that say when a reminder comes, and in which words. */
const REMINDED_BY = ['timeZone', 'language', 'dayEndsAt'];

/** Milliseconds. Longer than for other calls, so that a slow database is no reason to say that nothing was deleted. */
const DELETION_TIMEOUT_MS = 20_000;

@SignedInController('account', 'user/me')
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookie: SessionCookie,
    private readonly device: DeviceCookie,
  ) {}

  @Get('', { summary: 'Get my account', answer: UserDto })
  get(@CurrentSession() { user }: SignedIn): Promise<UserDto> {
    return this.rpc.call('auth.get-user', { userId: user.id });
  }

  @Get('device-key', {
    summary: 'Get the key of my locked devices',
    description:
      'Opens what a browser has locked with a PIN, in case the person has forgotten that. A browser keeps it only until its lock is set or removed.',
    answer: DeviceKeyDto,
  })
  getDeviceKey(@CurrentSession() { user }: SignedIn): Promise<DeviceKeyDto> {
    return this.rpc.call('auth.get-device-key', { userId: user.id });
  }

  @Patch('', {
    summary: 'Change my account',
    description:
      'A new email or password requires `currentPassword`. A new password ends all other sessions. If this installation sends mail, a new email is kept as `newEmail` until it is confirmed.',
    meaning: 'The user, together with a new token if the change affects the contents of the token.',
    answer: { oneOf: [{ $ref: getSchemaPath(UserDto) }, { $ref: getSchemaPath(RenewedUserDto) }] },
    problems: [409],
  })
  @ApiExtraModels(UserDto, RenewedUserDto)
  async update(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() changes: UpdateUserDto,
    @Req() request: FastifyRequest,
  ): Promise<UserDto | RenewedUserDto> {
    const confirmation = { userId: user.id, sessionId: sid, device: deviceOf(request) };
    const answer = await this.rpc.call('auth.update-user', { ...confirmation, changes });
    await this.letRemindersFollow(answer.user, changes);
    return answer.token ? { token: answer.token, user: answer.user } : answer.user;
  }

  /** Reminders keep a copy of what they need. If they cannot be reached, they follow when their settings are opened. */
  private async letRemindersFollow(user: UserDto, changes: UpdateUserDto): Promise<void> {
    if (!REMINDED_BY.some((field) => field in changes)) return;
    await this.rpc.call('reminders.get', accountOf(user)).catch(() => undefined);
  }

  // A DELETE with a body, to which HTTP gives no meaning. The route had to stay when a password became necessary, and a
  // password must not be part of a URL.
  @Delete('', {
    summary: 'Delete my account',
    description:
      'Deletes the account and all its entries, insights and sessions. Requires the current password, if the account has one.',
  })
  async delete(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: DeleteAccountDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const deletion = { userId: user.id, sessionId: sid, proof };
    await this.rpc.call('auth.delete-user', deletion, { timeoutMs: DELETION_TIMEOUT_MS });
    this.cookie.clear(request, reply);
    // It may also identify this browser to another account, which sets a new cookie at its next login.
    this.device.clear(request, reply);
  }
}
