import { AdminStateDto } from '@inner-weather/contracts/administration/admin-state.dto';
import {
  ChangeInstallationDto,
  InstallationDto,
  TestedMailDto,
} from '@inner-weather/contracts/administration/installation.dto';
import type { ServiceStateDto } from '@inner-weather/contracts/administration/service-state.dto';
import { SERVICES, type ServiceName } from '@inner-weather/contracts/messaging/topology';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { ServiceState } from '@inner-weather/platform/transport/service-state';
import { Body, Req } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { isOverHttps } from '../http/origin.js';
import { Get, Patch, Post, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { AdminGuard, type AdminRequest, StaysOpen } from './admin.guard.js';
import { adminStateOf } from './admin-state.js';

/** Milliseconds that a service may take to describe itself. Its own checks take two seconds at most. */
const TIMEOUT_MS = 3_000;

/** The same for a mail: a mail server may take ten seconds for each step. */
const MAIL_TIMEOUT_MS = 25_000;

/** Only for administrators; other users get 403, as on every route under `/admin`. */
@SignedInController('administration', 'admin', AdminGuard)
export class AdminController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly ownState: ServiceState,
    private readonly config: GatewayConfig,
  ) {}

  @Get('state', {
    summary: 'Get the state of this installation',
    description:
      'What services measure already. A service that does not answer is named, and the rest is still shown. An account that administered within the last ten minutes is also answered while auth is unavailable.',
    answer: AdminStateDto,
  })
  @StaysOpen()
  async getState(@Req() request: AdminRequest): Promise<AdminStateDto> {
    const userId = request.user.user.id;
    const [services, installation, photos] = await Promise.all([
      Promise.all(SERVICES.map(async (service) => ({ service, state: await this.stateOf(service) }))),
      this.rpc.call('auth.get-installation', { userId }, { timeoutMs: TIMEOUT_MS }).catch(() => null),
      this.rpc.call('media.get-room', {}, { timeoutMs: TIMEOUT_MS }).catch(() => null),
    ]);
    const { isConfirmed } = request;
    return adminStateOf({
      services,
      installation,
      photos,
      isConfirmed,
      isOverHttps: isOverHttps(request, this.config),
    });
  }

  @Patch('installation', {
    summary: 'Change who may sign up, or note that the keys are kept elsewhere',
    description: 'Registration cannot become wider than `REGISTRATION` in the configuration.',
    answer: InstallationDto,
  })
  change(
    @CurrentSession() { user }: SignedIn,
    @Body() changes: ChangeInstallationDto,
  ): Promise<InstallationDto> {
    return this.rpc.call('auth.change-installation', { userId: user.id, changes });
  }

  @Post('mail-tests', {
    summary: 'Send me a mail to see whether mail arrives',
    description: 'To the address of the account. Ten an hour. 404 where no mail is sent.',
    answer: TestedMailDto,
    status: 200,
    problems: [404],
  })
  testMail(@CurrentSession() { user }: SignedIn): Promise<TestedMailDto> {
    return this.rpc.call('auth.send-test-mail', { userId: user.id }, { timeoutMs: MAIL_TIMEOUT_MS });
  }

  /** Undefined for a service that is unavailable, or too old to answer this call. */
  private stateOf(service: ServiceName): Promise<ServiceStateDto | undefined> {
    if (service === 'gateway') return this.ownState.describe();
    return this.rpc
      .call(`${service}.get-state`, {}, { timeoutMs: TIMEOUT_MS })
      .catch((): undefined => undefined);
  }
}
