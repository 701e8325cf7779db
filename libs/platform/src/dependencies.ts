import {
  type DependencyDto,
  type DependencyFailure,
  type DependencyName,
  type DependencyState,
  type FailureDto,
  REASON_MAX,
} from '@inner-weather/contracts/administration/service-state.dto';
import { Injectable } from '@nestjs/common';

interface Known {
  name: DependencyName;
  state: DependencyState;
  provider?: string;
  lastFailure?: FailureDto;
}

/**
 * How the last calls to this process's dependencies ended, for the administrator's page. It is kept in memory where the
 * calls are made anyway, and holds codes, times and
 * the other side's reasons, never what was sent.
 */
@Injectable()
export class Dependencies {
  private readonly known = new Map<string, Known>();

  /** Call it once, at the start. The provider `absent`: nothing is configured. */
  declare(name: DependencyName, provider?: string): void {
    const isAbsent = provider === 'absent';
    this.known.set(name, {
      name,
      state: isAbsent ? 'absent' : 'unused',
      ...(provider !== undefined && !isAbsent && { provider }),
    });
  }

  /** The same where several are in use at once: each has a state of its own, by the provider that the calls below name. */
  declareEach(name: DependencyName, providers: string[]): void {
    if (providers.length === 0) this.declare(name, 'absent');
    for (const provider of providers)
      this.known.set(keyOf(name, provider), { name, state: 'unused', provider });
  }

  succeeded(name: DependencyName, provider?: string): void {
    const key = keyOf(name, provider);
    this.known.set(key, { ...this.known.get(key), name, state: 'working' });
  }

  /** @param reason what the other side answered. Addresses and keys in it are left out, and it is cut to REASON_MAX. */
  failed(
    name: DependencyName,
    code: DependencyFailure,
    { provider, reason }: { provider?: string; reason?: string } = {},
  ): void {
    const key = keyOf(name, provider);
    const words = reason && reasonOf(reason);
    const lastFailure = { code, at: new Date().toISOString(), ...(words && { reason: words }) };
    this.known.set(key, { ...this.known.get(key), name, state: 'failing', lastFailure });
  }

  list(): DependencyDto[] {
    return [...this.known.values()];
  }
}

/** One line without what identifies a person or opens something: mail addresses, and what is as long as a key. */
export const reasonOf = (answer: string): string =>
  answer
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replace(/[\w+/=.~-]{32,}/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX);

const keyOf = (name: DependencyName, provider: string | undefined): string =>
  provider === undefined ? name : `${name} ${provider}`;
