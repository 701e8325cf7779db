import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MailLimitsService } from './mail-limits.service.js';
import { MailService } from './mail.service.js';
import { OneTimeLink, OneTimeLinkSchema } from './one-time-link.schema.js';
import { OneTimeLinksEraser } from './one-time-links.eraser.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';

/** Links that work once, and the mail that brings them. */
@Module({
  imports: [MongooseModule.forFeature([{ name: OneTimeLink.name, schema: OneTimeLinkSchema }])],
  providers: [OneTimeLinksRepository, MailService, MailLimitsService, OneTimeLinksEraser],
  exports: [OneTimeLinksRepository, MailService, MailLimitsService],
})
export class OneTimeLinksModule {}
