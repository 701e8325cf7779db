import { Module } from '@nestjs/common';
import { TagsController } from './tags.controller.js';
import { TagsRepository } from './tags.repository.js';
import { TagsService } from './tags.service.js';

/** Lists the tags that a person has used. */
@Module({
  controllers: [TagsController],
  providers: [TagsRepository, TagsService],
  exports: [TagsRepository],
})
export class TagsModule {}
