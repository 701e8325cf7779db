import { type DynamicModule, Module } from '@nestjs/common';
import { TagsController } from './tags.controller.js';
import { TagsRepository } from './tags.repository.js';
import { TagsService } from './tags.service.js';

@Module({})
export class TagsModule {
  /** Tags are a part of entries: `entries` is their module. */
  static forRoot(entries: DynamicModule): DynamicModule {
    return {
      module: TagsModule,
      imports: [entries],
      controllers: [TagsController],
      providers: [TagsRepository, TagsService],
      exports: [TagsRepository],
    };
  }
}
