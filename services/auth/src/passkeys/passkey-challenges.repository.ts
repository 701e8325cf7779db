import { randomBytes } from 'node:crypto';
import { LIMITS } from '@inner-weather/domain/limits';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';
import { hashOf } from '../hash-of.js';
import { PasskeyChallenge } from './passkey.schema.js';

/** Milliseconds for which a challenge works. */
export const CHALLENGE_TTL_MS = LIMITS.passkeyChallengeMinutes * 60_000;

/** What a challenge was made for. An answer to one cannot serve as an answer to the other. */
type Purpose = 'add' | 'log-in';

/** Whose passkey is added with a challenge. */
type ChallengeOwner = Required<Pick<PasskeyChallenge, 'userId' | 'sessionId' | 'credentialsVersion'>>;

/** Challenges as they are stored, by their hashes, so that every replica knows them. */
@Injectable()
export class PasskeyChallengesRepository implements AccountEraser {
  constructor(@InjectModel(PasskeyChallenge.name) private readonly challenges: Model<PasskeyChallenge>) {}

  /** Answers the challenge: 256 random bits. */
  async create(purpose: Purpose, owner?: ChallengeOwner): Promise<Buffer<ArrayBuffer>> {
    const challenge = Buffer.from(randomBytes(32));
    const expiresAt = new Date(Date.now() + CHALLENGE_TTL_MS);
    await this.challenges.create({
      _id: idOf(purpose, challenge.toString('base64url')),
      ...owner,
      expiresAt,
    });
    return challenge;
  }

  /**
   * Uses it up: it is answered to only one of any number of simultaneous requests. Null when it has expired, was used or
   * never existed.
   */
  async take(purpose: Purpose, challenge: string): Promise<PasskeyChallenge | null> {
    const taken = await this.challenges
      .findOneAndDelete({ _id: idOf(purpose, challenge) })
      .lean<PasskeyChallenge>();
    return taken && taken.expiresAt.getTime() > Date.now() ? taken : null;
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.challenges.deleteMany({ userId });
  }

  async deleteExpired(): Promise<void> {
    await this.challenges.deleteMany({ expiresAt: { $lt: new Date() } });
  }
}

const idOf = (purpose: Purpose, challenge: string): string => hashOf(`${purpose} ${challenge}`);

/** The challenge that an answer of an authenticator is about; '' if it cannot be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
