import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AccountEraser, type ErasedAccount } from './account-eraser.js';

/** Finds every AccountEraser among the providers of this service, so no list of them has to be maintained. */
@Injectable()
export class AccountErasersService implements OnModuleInit {
  private erasers: AccountEraser[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    this.erasers = instances.filter((instance) => instance instanceof AccountEraser);
  }

  /**
   * Erases everything about the user except the account itself. The erasers run in no particular order: each of them
   * can be repeated, and the account is erased last.
   */
  async erase(account: ErasedAccount): Promise<void> {
    for (const eraser of this.erasers) await eraser.erase(account);
  }
}
