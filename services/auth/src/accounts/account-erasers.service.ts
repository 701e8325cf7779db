import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** An account that is being deleted. */
export interface ErasedAccount {
  userId: string;
  /** The address by which logins were counted. */
  email: string;
}

/** A provider that stores something about accounts. AccountErasersService finds it by the name of its method. */
export interface AccountEraser {
  /** Set on those that end sessions and tokens, which run before the others. */
  readonly endsAccess?: true;
  /** Can be repeated: it runs once before the account is removed, and once after. */
  eraseAccount(account: ErasedAccount): Promise<void>;
}

const isEraser = (instance: unknown): instance is AccountEraser =>
  typeof (instance as Partial<AccountEraser> | null)?.eraseAccount === 'function';

/** Finds every AccountEraser among the providers of this service, so no list of them has to be maintained. */
@Injectable()
export class AccountErasersService implements OnModuleInit {
  private erasers: AccountEraser[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    // One that another module exports is listed there, too.
    const erasers = [...new Set(instances.filter(isEraser))];
    this.erasers = [
      ...erasers.filter(({ endsAccess }) => endsAccess),
      ...erasers.filter(({ endsAccess }) => !endsAccess),
    ];
  }

  /** Ends sessions and tokens alone. */
  async endAccess(account: ErasedAccount): Promise<void> {
    for (const eraser of this.erasers) if (eraser.endsAccess) await eraser.eraseAccount(account);
  }

  /**
   * Erases everything about the user except the account itself, which is erased last. Access ends first: if
   * another eraser fails, the deletion is finished later, and whatever its user wrote until then would be deleted with
   * the account. Otherwise the erasers run in no particular order. Each of them can be repeated.
   */
  async erase(account: ErasedAccount): Promise<void> {
    for (const eraser of this.erasers) await eraser.eraseAccount(account);
  }
}
