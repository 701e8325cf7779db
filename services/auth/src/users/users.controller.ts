import type { DeviceKeyDto, UserDto } from '@inner-weather/contracts/accounts/users.dto';
import {
  type AccountExport,
  DeleteUserRequest,
  type UpdateUserAnswer,
  UpdateUserRequest,
} from '@inner-weather/contracts/rpc/auth';
import { SessionRequest, UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AccountChangesService } from './account-changes.service.js';
import { DeletionService } from './deletion.service.js';
import { DeviceKeyService } from './device-key.service.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly changes: AccountChangesService,
    private readonly deletion: DeletionService,
    private readonly deviceKey: DeviceKeyService,
  ) {}

  @MessagePattern<RpcMethod>('auth.get-user')
  getUser(@Payload() { userId }: UserRequest): Promise<UserDto> {
    return this.users.get(userId);
  }

  @MessagePattern<RpcMethod>('auth.get-device-key')
  getDeviceKey(@Payload() { userId }: UserRequest): Promise<DeviceKeyDto> {
    return this.deviceKey.get(userId);
  }

  @MessagePattern<RpcMethod>('auth.update-user')
  updateUser(@Payload() { userId, changes, ...caller }: UpdateUserRequest): Promise<UpdateUserAnswer> {
    return this.changes.update(userId, caller, changes);
  }

  @MessagePattern<RpcMethod>('auth.get-export')
  getExport(@Payload() { userId, sessionId }: SessionRequest): Promise<AccountExport> {
    return this.users.export(userId, sessionId);
  }

  @MessagePattern<RpcMethod>('auth.delete-user')
  async deleteUser(@Payload() { userId, sessionId, proof }: DeleteUserRequest): Promise<null> {
    await this.deletion.delete(userId, sessionId, proof.currentPassword);
    return null;
  }
}
