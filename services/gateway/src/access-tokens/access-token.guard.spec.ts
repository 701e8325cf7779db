import { readFileSync } from 'node:fs';
import type { AccessTokenScope } from '@inner-weather/contracts/accounts/access-tokens.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { AccessTokenGrant } from '@inner-weather/contracts/rpc/access-tokens';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GatewayConfig } from '../config.js';
import { Limits } from '../limits/limits.js';
import { KnownBrowsers } from '../sessions/known-browsers.js';
import type { SignedIn } from '../sessions/signed-in.js';
import type { TokenStrategy } from '../sessions/token.strategy.js';
import { AccessTokenGuard, NeedsScope } from './access-token.guard.js';

const ADA = { id: '1', name: 'Ada', email: 'ada@example.org', location: 'Porto' };
const TOKEN = `iw_${'a'.repeat(43)}`;

class Routes {
  @NeedsScope('entries:read')
  read(): string {
    return 'read';
  }

  @NeedsScope('entries:read', 'entries:write')
  change(): string {
    return 'change';
  }

  other(): string {
    return 'other';
  }
}

describe('AccessTokenGuard', () => {
  /** What auth answers. */
  let answer: () => Promise<AccessTokenGrant>;
  const call = jest.fn(() => answer());
  let guard: AccessTokenGuard;

  const grantWith = (...scopes: AccessTokenScope[]) => {
    answer = () => Promise.resolve({ accessTokenId: 'key-1', user: ADA, scopes });
  };
  const refuse = () => {
    answer = () => Promise.reject(new DomainError('unauthenticated', 'revoked'));
  };

  beforeEach(() => {
    call.mockClear();
    grantWith('entries:read');
    const config = Object.assign(new GatewayConfig(), { READS_PER_MINUTE: 100 });
    const browsers = new KnownBrowsers({ recall: () => undefined } as unknown as TokenStrategy);
    const reflector = new Reflector();
    guard = new AccessTokenGuard(
      reflector,
      { call } as unknown as RpcClient,
      browsers,
      new Limits(config, reflector),
    );
  });

  afterEach(() => jest.useRealTimers());

  const ask = async (
    authorization: string | undefined,
    handler: keyof Routes = 'read',
    ip = '192.0.2.1',
  ): Promise<{ isIn: boolean; user?: SignedIn }> => {
    const request: { user?: SignedIn } = {};
    Object.assign(request, { headers: { authorization }, ip, method: 'GET' });
    const http = { getRequest: () => request };
    const context = {
      switchToHttp: () => http,
      getHandler: () => Routes.prototype[handler],
    } as unknown as ExecutionContext;
    return { isIn: await guard.canActivate(context), user: request.user };
  };
  const refusal = (code: string, detail?: string) =>
    expect.objectContaining({
      code,
      ...(detail && { errors: [expect.objectContaining({ code: detail })] }),
    }) as unknown as Error;

  it.each([undefined, '', 'Basic YWRhOnB3', 'Bearer eyJhbGciOiJSUzI1NiJ9.x.y', TOKEN])(
    'leaves a request with %j to the route',
    async (authorization) => {
      for (const handler of ['read', 'other'] as const)
        expect(await ask(authorization, handler)).toEqual({ isIn: true, user: undefined });
      expect(call).not.toHaveBeenCalled();
    },
  );

  it('lets a token in that has every scope of the route, and provides its owner and no session', async () => {
    for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])
      expect(await ask(authorization)).toEqual({
        isIn: true,
        user: { user: ADA, accessTokenId: 'key-1', sid: '', exp: Infinity },
      });
    expect(call).toHaveBeenLastCalledWith('auth.get-access-token-grant', { token: TOKEN });
    await expect(ask(`Bearer ${TOKEN}`, 'change')).rejects.toThrow(
      refusal('forbidden', 'access_token_scope'),
    );
    grantWith('entries:write', 'entries:read');
    expect(await ask(`Bearer ${TOKEN}`, 'change')).toMatchObject({ isIn: true });
  });

  it('refuses every token, whether or not it works, where the route names no scope', async () => {
    for (const token of [TOKEN, 'iw_x'])
      await expect(ask(`Bearer ${token}`, 'other')).rejects.toThrow(
        refusal('forbidden', 'access_token_not_here'),
      );
    expect(call).not.toHaveBeenCalled();
  });

  it('asks auth at every request, so that a revoked token stops working at once', async () => {
    await ask(`Bearer ${TOKEN}`);
    refuse();
    await expect(ask(`Bearer ${TOKEN}`)).rejects.toThrow(refusal('unauthenticated'));
  });

  it('refuses misformed tokens without asking auth', async () => {
    for (const token of ['iw_', `${TOKEN}a`, `iw_${'ä'.repeat(43)}`])
      await expect(ask(`Bearer ${token}`)).rejects.toThrow(
        refusal('unauthenticated', 'access_token_invalid'),
      );
    expect(call).not.toHaveBeenCalled();
  });

  it('counts the reads of its owner', async () => {
    // They are counted by the minute of the clock.
    jest.useFakeTimers({ now: 1_700_000_000_000 });
    for (let n = 1; n <= 100; n += 1) await ask(`Bearer ${TOKEN}`);
    await expect(ask(`Bearer ${TOKEN}`)).rejects.toThrow(refusal('rate_limited', 'too_many_reads_seconds'));
  });

  describe('with 60 tokens that do not work', () => {
    const guess = (n: number, ip?: string) => ask(`Bearer iw_${String(n).padStart(43, '0')}`, 'read', ip);

    beforeEach(() => jest.useFakeTimers({ now: 1_700_000_000_000 }));

    beforeEach(async () => {
      await ask(`Bearer ${TOKEN}`);
      refuse();
      for (let n = 1; n <= 60; n += 1) await expect(guess(n)).rejects.toThrow(refusal('unauthenticated'));
      call.mockClear();
    });

    it('stops asking auth for that network in this minute', async () => {
      await expect(guess(61)).rejects.toThrow(refusal('rate_limited'));
      expect(call).not.toHaveBeenCalled();
      await expect(guess(61, '198.51.100.1')).rejects.toThrow(refusal('unauthenticated'));
      jest.advanceTimersByTime(60_000);
      await expect(guess(61)).rejects.toThrow(refusal('unauthenticated'));
    });

    it('still lets in a token of that network that worked before, until it no longer does', async () => {
      grantWith('entries:read');
      expect(await ask(`Bearer ${TOKEN}`)).toMatchObject({ isIn: true });
      refuse();
      await expect(ask(`Bearer ${TOKEN}`)).rejects.toThrow(refusal('unauthenticated'));
      await expect(ask(`Bearer ${TOKEN}`)).rejects.toThrow(refusal('rate_limited'));
    });
  });
});

it('routes that accept access tokens are about entries, and change nothing without the scope to write', () => {
  const file = new URL('../../openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
  };
  const accepting = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) => {
      const scopes = security.find((way) => 'accessToken' in way)?.accessToken;
      return scopes ? [{ route: `${method.toUpperCase()} ${path}`, scopes }] : [];
    }),
  );
  expect(accepting.length).toBeGreaterThan(20);
  for (const { route, scopes } of accepting) {
    expect(route).toMatch(/^[A-Z]+ \/api\/(journal|measures|moods|photos)(\/|$)/);
    const reads = /^GET |^POST \/api\/journal\/search$/.test(route);
    expect([route, scopes.includes('entries:write')]).toEqual([route, !reads]);
  }
});
