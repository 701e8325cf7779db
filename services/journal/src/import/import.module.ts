import { type DynamicModule, Module } from '@nestjs/common';
import { ImportController } from './import.controller.js';
import { ImportService } from './import.service.js';

@Module({})
export class ImportModule {
  /** An import creates entries: `entries` is their module. */
  static forRoot(entries: DynamicModule): DynamicModule {
    return {
      module: ImportModule,
      imports: [entries],
      controllers: [ImportController],
      providers: [ImportService],
    };
  }
}
