import { Module } from '@nestjs/common';
import { OwnListsModule } from '../own-lists/own-lists.module.js';
import { BeginningsController } from './beginnings.controller.js';
import { BeginningsService } from './beginnings.service.js';

/** Questions and templates with which people begin their entries. */
@Module({
  imports: [OwnListsModule],
  controllers: [BeginningsController],
  providers: [BeginningsService],
})
export class BeginningsModule {}
