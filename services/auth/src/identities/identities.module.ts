import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { IdentitiesRepository } from './identities.repository.js';
import { Identity, IdentitySchema } from './identity.schema.js';

/** Which accounts people sign in to at providers. A link for a new password ends that, too. */
@Module({
  imports: [MongooseModule.forFeature([{ name: Identity.name, schema: IdentitySchema }])],
  providers: [IdentitiesRepository],
  exports: [IdentitiesRepository],
})
export class IdentitiesModule {}
