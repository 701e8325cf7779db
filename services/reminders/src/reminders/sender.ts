import { Injectable, Logger } from '@nestjs/common';
import { PushClient, type PushMessage, type PushOutcome } from '../push/push-client.js';
import type { Device } from './device.schema.js';
import { DevicesRepository, type SentMark } from './devices.repository.js';
import { pushes } from './reminders.metrics.js';

/** How many devices a message was sent to, by what became of it. */
export interface Sent {
  sent: number;
  failed: number;
  ended: number;
  /** Set if a push service may take it later: after this many milliseconds, or 0 if it did not say. */
  laterMs?: number;
}

/** Sends a message to the devices of one person, and keeps what became of it. */
@Injectable()
export class Sender {
  private readonly logger = new Logger(Sender.name);

  constructor(
    private readonly push: PushClient,
    private readonly devices: DevicesRepository,
  ) {}

  /** @param mark is noted for each device that was reached, so that it is not sent the same again */
  async send(devices: readonly Device[], message: PushMessage, mark: SentMark = {}): Promise<Sent> {
    const outcomes = await Promise.all(devices.map((device) => this.sendTo(device, message, mark)));
    const count = (wanted: PushOutcome['outcome']) =>
      outcomes.filter(({ outcome }) => outcome === wanted).length;
    const waits = outcomes.flatMap((one) => (one.outcome === 'later' ? [one.afterMs ?? 0] : []));
    return {
      sent: count('sent'),
      ended: count('ended'),
      failed: count('refused') + count('later'),
      ...(waits.length > 0 && { laterMs: Math.max(...waits) }),
    };
  }

  private async sendTo(device: Device, message: PushMessage, mark: SentMark): Promise<PushOutcome> {
    const { _id: id, userId } = device;
    const outcome = await this.push.send(await this.devices.targetOf(device), message);
    pushes().inc({ outcome: outcome.outcome });
    if (outcome.outcome === 'sent') await this.devices.markSent({ id, userId, mark });
    else if (outcome.outcome === 'ended') await this.devices.remove(userId, id);
    else this.logger.warn({ userId, ...outcome, msg: 'a push service did not take a message' });
    return outcome;
  }
}
