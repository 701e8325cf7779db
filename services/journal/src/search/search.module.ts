import { Module } from '@nestjs/common';
import { MeasuresModule } from '../measures/measures.module.js';
import { MoodsModule } from '../moods/moods.module.js';
import { EntryFinder } from './entry-finder.js';
import { FindService } from './find.service.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

/** Finds entries by their days and contents. */
@Module({
  imports: [MeasuresModule, MoodsModule],
  controllers: [SearchController],
  providers: [EntryFinder, FindService, SearchService],
})
export class SearchModule {}
