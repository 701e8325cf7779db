import type {
  DependencyDto,
  DependencyFailure,
  DependencyName,
  DependencyState,
  FailureDto,
} from '@inner-weather/contracts/administration/service-state.dto';
import { Injectable } from '@nestjs/common';

interface Known {
  state: DependencyState;
  provider?: string;
  lastFailure?: FailureDto;
}

/**
 * How the last calls to this process's dependencies ended, for the administrator's page. It is kept in memory where the
 * calls are made anyway, and holds codes and times, never what was sent.
 */
@Injectable()
export class Dependencies {
  private readonly known = new Map<DependencyName, Known>();

  /** Call it once, at the start. The provider `absent`: nothing is configured. */
  declare(name: DependencyName, provider?: string): void {
    const isAbsent = provider === 'absent';
    this.known.set(name, {
      state: isAbsent ? 'absent' : 'unused',
      ...(provider !== undefined && !isAbsent && { provider }),
    });
  }

  succeeded(name: DependencyName): void {
    this.known.set(name, { ...this.known.get(name), state: 'working' });
  }

  failed(name: DependencyName, code: DependencyFailure): void {
    const lastFailure = { code, at: new Date().toISOString() };
    this.known.set(name, { ...this.known.get(name), state: 'failing', lastFailure });
  }

  list(): DependencyDto[] {
    return [...this.known].map(([name, known]) => ({ name, ...known }));
  }
}
