import { createHash, randomBytes } from 'node:crypto';
import type { OidcPurpose } from '@inner-weather/contracts/accounts/oidc.dto';
import { open, seal, sealingKey, type SealingKey } from '@inner-weather/platform/encryption/sealed-bytes';
import { bytesOf } from '@inner-weather/platform/encryption/stored-bytes';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { hashOf } from '../hash-of.js';
import type { ProviderIdentity } from './provider/identity.js';
import { OidcFlow } from './oidc.schema.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Milliseconds that a person has to sign in at the provider, and then to fill in what is missing. */
const TTL_MS = 10 * 60_000;

/** A browser was sent to a provider. */
export interface BegunFlow {
  step: 'begun';
  provider: string;
  purpose: OidcPurpose;
  state: string;
  nonce: string;
  verifier: string;
  returnTo?: string;
  invitation?: string;
  /** For `connect` and `confirm`: the account, its session, and the version of its credentials that was verified. */
  signedIn?: { userId: string; sessionId: string; credentialsVersion: number };
}

/** A provider vouches for a person with whom no account is connected. */
export interface PendingFlow {
  step: 'pending';
  identity: ProviderIdentity;
  invitation?: string;
  returnTo?: string;
  /** Whether an account has the email address that the provider has verified. */
  hasAccount: boolean;
}

export type Flow = BegunFlow | PendingFlow;

/** The form of a browser's secret. */
const SECRET = /^[\w-]{43}$/;

/** What finds a flow: the secret in the cookie of its browser, and which one it is of those that began there. */
export interface FlowKey {
  secret: string;
  /** For a flow that has begun its `state`, which the provider sends back; for a pending one the id in its page's address. */
  id: string;
}

/**
 * Sign-ins under way, each found and decrypted by the secret in the cookie of its browser. All tabs of a browser have one
 * secret, so that a sign-in in one tab does not end that of another.
 */
@Injectable()
export class FlowsRepository implements AccountEraser {
  constructor(@InjectModel(OidcFlow.name) private readonly flows: Model<OidcFlow>) {}

  /** @param browser the secret that the browser has already, if it has one */
  async insert(flow: Flow, browser = ''): Promise<FlowKey> {
    const secret = SECRET.test(browser) ? browser : randomBytes(32).toString('base64url');
    const id = flow.step === 'begun' ? flow.state : randomBytes(16).toString('base64url');
    await this.put({ secret, id }, flow, new Date(Date.now() + TTL_MS));
    return { secret, id };
  }

  /** Null when it has expired, was used or never existed. */
  async find<Step extends Flow['step']>(step: Step, key: FlowKey): Promise<FlowOf<Step> | null> {
    return this.read<Step>(key, await this.flows.findOne({ _id: idOf(step, key) }).lean<OidcFlow>());
  }

  /** Uses it up: it is answered to only one of any number of simultaneous requests. */
  async take<Step extends Flow['step']>(step: Step, key: FlowKey): Promise<FlowOf<Step> | null> {
    return this.read<Step>(key, await this.flows.findOneAndDelete({ _id: idOf(step, key) }).lean<OidcFlow>());
  }

  /** Uses it up for some work, and brings it back if the work fails, since its user may try again. */
  async use<Step extends Flow['step'], T>(
    step: Step,
    key: FlowKey,
    work: (flow: FlowOf<Step>) => Promise<T>,
  ): Promise<T | null> {
    const stored = await this.flows.findOneAndDelete({ _id: idOf(step, key) }).lean<OidcFlow>();
    const flow = this.read<Step>(key, stored);
    if (!flow || !stored) return null;
    try {
      return await work(flow);
    } catch (error) {
      await this.put(key, flow, stored.expiresAt);
      throw error;
    }
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.flows.deleteMany({ userId });
  }

  async deleteExpired(): Promise<void> {
    await this.flows.deleteMany({ expiresAt: { $lt: new Date() } });
  }

  private async put(key: FlowKey, flow: Flow, expiresAt: Date): Promise<void> {
    const _id = idOf(flow.step, key);
    const contents = seal(keyOf(key.secret), [_id], Buffer.from(JSON.stringify(flow)));
    const userId = flow.step === 'begun' ? flow.signedIn?.userId : undefined;
    await this.flows.create({ _id, contents, expiresAt, ...(userId && { userId }) });
  }

  private read<Step extends Flow['step']>(key: FlowKey, stored: OidcFlow | null): FlowOf<Step> | null {
    if (!stored || stored.expiresAt.getTime() <= Date.now()) return null;
    return JSON.parse(
      open(keyOf(key.secret), [stored._id], bytesOf(stored.contents)).toString(),
    ) as FlowOf<Step>;
  }
}

type FlowOf<Step extends Flow['step']> = Extract<Flow, { step: Step }>;

/** With the step, so that an answer of a provider does not use up what comes after one. */
const idOf = (step: Flow['step'], { secret, id }: FlowKey): string => hashOf(`${step} ${secret} ${id}`);

/** The secret has 256 random bits. The database holds only its SHA-256, from which this key cannot be derived. */
const keyOf = (secret: string): SealingKey =>
  sealingKey(createHash('sha256').update('inner-weather oidc flow').update(secret).digest());
