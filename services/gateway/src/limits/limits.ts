import { networkOf } from '@inner-weather/platform/limits/network';
import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { MinuteCounts } from './minute-counts.js';

/** How often something may happen in a clock minute, in the memory of this process. */
const POLICIES = {
  /** By network, signed in or not: a few people who are typing. Weather limits all requests to the provider. */
  places: { subject: 'look_ups_of_cities', quota: 60 },
  /** By person: trying a few cities. The weather of entries has its own limit, in journal. */
  'weather-now': { subject: 'look_ups_of_weather', quota: 15 },
  /** By network, for secret links that need no token. Calendar apps of one provider share addresses. */
  calendars: { subject: 'reads', quota: 60 },
  /**
   * By cookie with its secret, so that other people cannot use the limit up: many tabs that open at once. Each restore
   * signs a token.
   */
  restores: { subject: 'tokens', quota: 60 },
  /** By network. No number of guesses finds 256 random bits: this only bounds how often auth is asked. */
  'access-token-guesses': { subject: 'guesses', quota: 60 },
  /** By person. Absent quota: READS_PER_MINUTE. */
  reads: { subject: 'reads' },
  /** By person, ten times READS_PER_MINUTE: a printed book of a year requests all its photos at once. */
  'photo-reads': { subject: 'reads' },
} satisfies Record<string, Pick<LimitPolicy, 'subject'> & { quota?: number }>;

type LimitName = keyof typeof POLICIES;

/** Marks a route that only reads, although its method suggests otherwise. */
export const OnlyReads = Reflector.createDecorator<void>();

/** Marks the route of photos themselves, which are counted apart from other reads. */
export const ReadsPhoto = Reflector.createDecorator<void>();

/** Every function throws `rate_limited` above the limit. */
@Injectable()
export class Limits {
  private readonly counts = new Map<LimitName, MinuteCounts>();

  constructor(
    private readonly config: GatewayConfig,
    private readonly reflector: Reflector,
  ) {}

  /** Counts one, and says in the answer how many are left. */
  count(name: LimitName, subject: string): void {
    if (this.config.RATE_LIMITS === 'off') return;
    const policy = this.policyOf(name);
    const count = this.countsOf(name).add(subject);
    setRateLimit(policy, count);
    if (count > policy.quota) throw tooMany(policy);
  }

  /** Counts a request of a person if it reads. */
  countRead(context: ExecutionContext, userId: string): void {
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    const isMarked = this.reflector.get(OnlyReads, context.getHandler()) !== undefined;
    const isPhoto = this.reflector.get(ReadsPhoto, context.getHandler()) !== undefined;
    if (isMarked || ['GET', 'HEAD'].includes(method)) this.count(isPhoto ? 'photo-reads' : 'reads', userId);
  }

  /** Call it before a token that is not known yet is looked up. */
  assertFewGuesses(address: string): void {
    const policy = this.policyOf('access-token-guesses');
    if (this.config.RATE_LIMITS === 'off') return;
    if (this.countsOf(policy.name).countOf(networkOf(address)) >= policy.quota) throw tooMany(policy);
  }

  /** Counts a token that does not work. */
  countGuess(address: string): void {
    this.countsOf('access-token-guesses').add(networkOf(address));
  }

  private countsOf(name: LimitName): MinuteCounts {
    const counts = this.counts.get(name) ?? new MinuteCounts();
    this.counts.set(name, counts);
    return counts;
  }

  private policyOf<Name extends LimitName>(name: Name) {
    const quota = this.config.READS_PER_MINUTE * (name === 'photo-reads' ? 10 : 1);
    return { quota, ...POLICIES[name], name, windowMs: MinuteCounts.windowMs };
  }
}

const LIMIT = Symbol('LIMIT');

@Injectable()
class LimitGuard implements CanActivate {
  constructor(
    private readonly limits: Limits,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const { ip, user } = context.switchToHttp().getRequest<FastifyRequest & { user?: SignedIn }>();
    const name = this.reflector.get<LimitName>(LIMIT, context.getHandler());
    this.limits.count(name, user?.user.id ?? networkOf(ip));
    return true;
  }
}

/** Counts the requests of a route by person if NeedsToken stands below it, whose guard runs first; otherwise by network. */
export const Limited = (name: LimitName): MethodDecorator =>
  applyDecorators(SetMetadata(LIMIT, name), UseGuards(LimitGuard));
