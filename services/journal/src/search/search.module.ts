import { type DynamicModule, Module } from '@nestjs/common';
import { EntryFinder } from './entry-finder.js';
import { EntryPages } from './entry-pages.js';
import { FindService } from './find.service.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({})
export class SearchModule {
  /** A search reads entries: `entries` is their module. */
  static forRoot(entries: DynamicModule): DynamicModule {
    return {
      module: SearchModule,
      imports: [entries],
      controllers: [SearchController],
      providers: [EntryFinder, EntryPages, FindService, SearchService],
    };
  }
}
