import type { KeyObject } from 'node:crypto';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuthConfig } from './config.js';
import { readPrivateKey } from './sessions/private-key.js';
import { PRIVATE_KEY } from './sessions/tokens.service.js';

/** The configuration and the key that signs tokens, for every room. Only the AppModule imports it, once. */
@Global()
@Module({})
export class SettingsModule {
  /** Throws an Error that names JWT_PRIVATE_KEY_FILE when the key in it cannot be used. */
  static forRoot(config: AuthConfig): DynamicModule {
    const privateKey: KeyObject = readPrivateKey(config.JWT_PRIVATE_KEY_FILE);
    return {
      module: SettingsModule,
      providers: [
        { provide: AuthConfig, useValue: config },
        { provide: PRIVATE_KEY, useValue: privateKey },
      ],
      exports: [AuthConfig, PRIVATE_KEY],
    };
  }
}
