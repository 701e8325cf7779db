import { Module } from '@nestjs/common';
import { OwnListsModule } from '../own-lists/own-lists.module.js';
import { MoodsController } from './moods.controller.js';
import { MoodsService } from './moods.service.js';

/** Moods of people's own. */
@Module({
  imports: [OwnListsModule],
  controllers: [MoodsController],
  providers: [MoodsService],
  exports: [MoodsService],
})
export class MoodsModule {}
