import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { FieldEncryption, type Place } from '@inner-weather/platform/encryption/field-encryption';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { hashOf } from '../../hash-of.js';
import { SESSION_TTL_MS } from '../../sessions/sessions.service.js';
import { ProviderSession } from '../oidc.schema.js';
import type { ProviderIdentity } from './identity.js';
import type { AccountEraser, ErasedAccount } from '../../accounts/account-erasers.service.js';

/** What a provider has ended: a session, every session of a person, or a session of a person. */
export type EndedThere =
  { identityId: string; sid?: string | undefined } | { identityId?: string | undefined; sid: string };

/** Sessions that were opened by a sign-in at a provider, as they are stored. */
@Injectable()
export class ProviderSessionsRepository implements AccountEraser {
  constructor(
    @InjectModel(ProviderSession.name) private readonly sessions: Model<ProviderSession>,
    private readonly fields: FieldEncryption,
  ) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async insert({ cookie, user }: SessionGrant, identity: ProviderIdentity): Promise<void> {
    const [_id = ''] = cookie.split('.');
    await this.sessions.create({
      _id,
      userId: user.id,
      identityId: identity.id,
      provider: identity.provider,
      ...(identity.sid !== undefined && { sidHash: hashOf(identity.sid) }),
      idToken: await this.fields.seal(placeOf(user.id, _id), identity.idToken),
      expiresAt: new Date(Date.now() + SESSION_TTL_MS),
    });
  }

  /** Removes it, and answers its provider and its ID token. Null for a session that no provider has opened. */
  async take(id: string): Promise<{ provider: string; idToken: string } | null> {
    const session = await this.sessions.findOneAndDelete({ _id: id }).lean<ProviderSession>();
    if (!session) return null;
    const { provider, userId, idToken } = session;
    return { provider, idToken: await this.fields.open(placeOf(userId, id), idToken) };
  }

  /** The ids of the sessions that ended at the provider: one of them, or all of a person. */
  async listEnded(provider: string, { identityId, sid }: EndedThere): Promise<string[]> {
    const sessions = await this.sessions
      .find({
        provider,
        ...(identityId !== undefined && { identityId }),
        ...(sid !== undefined && { sidHash: hashOf(sid) }),
      })
      .lean<ProviderSession[]>();
    return sessions.map(({ _id }) => _id);
  }

  async delete(ids: string[]): Promise<void> {
    await this.sessions.deleteMany({ _id: { $in: ids } });
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.sessions.deleteMany({ userId });
  }

  async deleteExpired(): Promise<void> {
    await this.sessions.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}

const placeOf = (userId: string, documentId: string): Place => ({
  userId,
  documentId,
  field: 'provider_sessions.idToken',
});
