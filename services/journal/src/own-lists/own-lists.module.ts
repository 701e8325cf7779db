import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OwnList, OwnListSchema } from './own-list.schema.js';
import { OwnListsRepository } from './own-lists.repository.js';

/** What people define for their whole journal. A new kind of list is one of OwnListContents. */
@Module({
  imports: [MongooseModule.forFeature([{ name: OwnList.name, schema: OwnListSchema }])],
  providers: [OwnListsRepository],
  exports: [OwnListsRepository],
})
export class OwnListsModule {}
