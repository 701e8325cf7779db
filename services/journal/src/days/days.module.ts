import { type DynamicModule, Module } from '@nestjs/common';
import { DaysController } from './days.controller.js';
import { DaysService } from './days.service.js';
import { FiguresRepository } from './figures.repository.js';

@Module({})
export class DaysModule {
  /** Counts entries and their tags: `entries` and `tags` are their modules. */
  static forRoot(entries: DynamicModule, tags: DynamicModule): DynamicModule {
    return {
      module: DaysModule,
      imports: [entries, tags],
      controllers: [DaysController],
      providers: [DaysService, FiguresRepository],
    };
  }
}
