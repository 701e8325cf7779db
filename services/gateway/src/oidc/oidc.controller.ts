import {
  BeginOidcDto,
  OidcConnectionDto,
  OidcSignUpDto,
  PendingIdentityDto,
  ProviderPageDto,
} from '@inner-weather/contracts/accounts/oidc.dto';
import { TokenDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { bestLanguage } from '@inner-weather/languages/languages';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, HttpCode, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageTagsOf } from '../headers/languages.js';
import { TakesForm } from '../http/bodies.js';
import { IsReachedFromOtherSites } from '../http/origin.js';
import { Get, HIDDEN, Post } from '../openapi/route.js';
import { clientOf } from '../sessions/client-of.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { OpenGuard } from '../sessions/token.guard.js';
import { GrantedSession } from '../sign-in/granted-session.js';
import { OidcCookie } from './oidc-cookie.js';

/** Milliseconds. A provider is asked up to four times, each within four seconds. */
const TIMEOUT_MS = 20_000;

/** The most characters of the id of a pending sign-in that are passed on; ours are shorter. */
const ID_MAX = 100;

/** The page that asks for what is missing has it in its address. */
const PENDING_ID = {
  name: 'id',
  required: false,
  description: '`id` of the address of the page /join.',
  schema: { type: 'string', maxLength: ID_MAX },
} as const;

/** The most characters of what a provider adds to the address of the callback. */
const QUERY_MAX = 8_000;

@ApiTags('sessions')
@Controller('oidc')
export class OidcController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookie: OidcCookie,
    private readonly granted: GrantedSession,
  ) {}

  @Get('pending', {
    summary: 'Get the person whom a provider vouches for',
    description: 'After a sign-in at a provider with which no account is connected. Uses the cookie `oidc`.',
    answer: PendingIdentityDto,
    problems: [404],
  })
  @ApiQuery(PENDING_ID)
  describePending(
    @Query('id') id: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<PendingIdentityDto> {
    return this.rpc.call('auth.get-pending-identity', this.pending(request, id));
  }

  @Post('pending/sign-up', {
    summary: 'Sign up as the person whom a provider vouches for',
    description:
      'Creates an account without a password and signs in. Sets the session cookie and the cookie `device`.',
    answer: TokenDto,
    problems: [404, 409],
  })
  @ApiQuery(PENDING_ID)
  async signUp(
    @Query('id') id: string | undefined,
    @Body() user: OidcSignUpDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const pending = this.pending(request, id);
    const language = user.language ?? bestLanguage(languageTagsOf(request.headers['accept-language']));
    const client = clientOf(request);
    const grant = await this.rpc.call('auth.sign-up-by-oidc', {
      ...pending,
      user: { ...user, language },
      client,
    });
    return this.granted.answer(grant, request, reply);
  }

  @Post('pending/connection', {
    summary: 'Connect the account of the person whom a provider vouches for',
    description:
      'The password, and the code if the account has a second factor, prove that the account is theirs. Sets the session cookie and the cookie `device`.',
    answer: TokenDto,
    status: 200,
    problems: [401, 404],
  })
  @ApiQuery(PENDING_ID)
  async connect(
    @Query('id') id: string | undefined,
    @Body() proof: OidcConnectionDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenDto> {
    const pending = this.pending(request, id);
    const client = clientOf(request);
    const grant = await this.rpc.call('auth.connect-by-password', { ...pending, proof, client });
    return this.granted.answer(grant, request, reply);
  }

  @Post(':provider', {
    summary: 'Begin a sign-in at a provider',
    description:
      'Returns the page of the provider to which the browser goes, and sets the cookie `oidc`, which lasts for ten minutes. The provider leads back to /api/oidc/{provider}/callback. The answer is 503 if the provider is not reachable.',
    answer: ProviderPageDto,
    status: 200,
    problems: [404],
  })
  @UseGuards(OpenGuard)
  @ApiSecurity('token')
  @ApiSecurity({})
  async begin(
    @Param('provider') provider: string,
    @Body() begin: BeginOidcDto,
    @CurrentSession() signedIn: SignedIn | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProviderPageDto> {
    const { url, flow } = await this.rpc.call(
      'auth.begin-oidc',
      {
        provider: provider.slice(0, 100),
        begin,
        browser: this.cookie.read(request),
        client: clientOf(request),
        ...(signedIn && { userId: signedIn.user.id, sessionId: signedIn.sid }),
      },
      { timeoutMs: TIMEOUT_MS },
    );
    this.cookie.set(request, reply, flow);
    return { url };
  }

  /** Not part of the documented API: only browsers come here, led by a provider, and they are led on to a page. */
  @Get(':provider/callback', HIDDEN)
  @IsReachedFromOtherSites()
  async finish(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = request.url.split('?')[1] ?? '';
    const finished = await this.rpc
      .call(
        'auth.finish-oidc',
        {
          provider: provider.slice(0, 100),
          flow: this.cookie.read(request),
          query: query.slice(0, QUERY_MAX),
          client: clientOf(request),
        },
        { timeoutMs: TIMEOUT_MS },
      )
      .catch(() => ({ page: '/login', problem: problem(ACCOUNT_PROBLEMS.sign_in_failed).code }));
    if ('grant' in finished && finished.grant) this.granted.answer(finished.grant, request, reply);
    // Otherwise the cookie stays as it is: another tab may be in the middle of a sign-in, or wait for what is missing.
    if ('flow' in finished && finished.flow) this.cookie.set(request, reply, finished.flow);
    await reply.redirect(withProblem(finished), 303);
  }

  /** Not part of the documented API either: only providers come here (OpenID Connect Back-Channel Logout 1.0). */
  @Post(':provider/logout', HIDDEN)
  @TakesForm()
  @HttpCode(200)
  async endFromThere(
    @Param('provider') provider: string,
    @Body() form: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const token = form?.logout_token;
    await this.rpc.call(
      'auth.end-from-provider',
      {
        provider: provider.slice(0, 100),
        logoutToken: typeof token === 'string' ? token : '',
        client: clientOf(request),
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  private pending(request: FastifyRequest, id: unknown): { flow: string; id: string } {
    const flow = this.cookie.read(request);
    if (flow === undefined || typeof id !== 'string' || id.length > ID_MAX) {
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.sign_in_expired));
    }
    return { flow, id };
  }
}

/** The page, told of a problem by its code. The query comes before the part of the page. */
function withProblem({ page, problem: code }: { page: string; problem?: string }): string {
  if (code === undefined) return page;
  const [path = '', part] = page.split('#');
  return `${path}?problem=${encodeURIComponent(code)}${part === undefined ? '' : `#${part}`}`;
}
