import { DomainError } from '@inner-weather/contracts/messaging/errors';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { AuthConfig } from '../config.js';

/** Milliseconds that a mail server may take for each step. */
const TIMEOUT_MS = 10_000;

/** Sends mail if SMTP_URL is set. */
@Injectable()
export class MailService implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(MailService.name);
  private readonly underWay = new Set<Promise<void>>();
  private readonly transport: Transporter | undefined;

  constructor(private readonly config: AuthConfig) {
    const { SMTP_URL, MAIL_FROM } = config;
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    };
    this.transport = SMTP_URL
      ? createTransport(
          { url: SMTP_URL, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
          { from: MAIL_FROM },
        )
      : undefined;
  }

  get canSend(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Runs in the background, so that the time of the answer does not reveal whether a mail was sent. Errors are logged,
   * except `rate_limited`, which is expected.
   */
  later(work: () => Promise<void>): void {
    const task = work()
      .catch((err: unknown) => {
        if (err instanceof DomainError && err.code === 'rate_limited') return;
        this.logger.error({ err, msg: 'a mail could not be sent' });
      })
      .finally(() => this.underWay.delete(task));
    this.underWay.add(task);
  }

  /** A link to a new password. Rejects when the mail server refuses the mail. No mail contains text that users typed. */
  async sendResetLink(to: string, token: string): Promise<void> {
    await this.transport?.sendMail({
      to,
      subject: 'A new password for your journal',
      text: [
        'Hello.',
        'Someone, probably you, asked for a new password for your journal. Choose one here within an hour:',
        resetLink(this.config.PUBLIC_URL ?? '', token),
        'If it was not you, there is nothing to do: your password stays as it is.',
      ].join('\n\n'),
    });
  }

  /** A link that proves that the user reads the mail of this address. Rejects when the mail server refuses the mail. */
  async sendProof(to: string, token: string): Promise<void> {
    await this.sendQuestion(to, [
      'Someone, probably you, gave this address for a journal here. Please confirm within a day that it is yours:',
      proofLink(this.config.PUBLIC_URL ?? '', token),
      'If it was not you, there is nothing to do. If you want a journal of your own, the same link lets you start one with this address.',
    ]);
  }

  /** The same with a new password, for an account whose user was never asked to prove the address (see wasAsked). */
  async sendProofWithNewPassword(to: string, token: string): Promise<void> {
    await this.sendQuestion(to, [
      'Someone, probably you, gave this address for a journal here and asked for a new password. Choose one within an hour, which also confirms that the address is yours:',
      resetLink(this.config.PUBLIC_URL ?? '', token),
      'If it was not you, there is nothing to do: the password stays as it is.',
    ]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private async sendQuestion(to: string, parts: string[]): Promise<void> {
    await this.transport?.sendMail({
      to,
      subject: 'Is this your address?',
      text: ['Hello.', ...parts].join('\n\n'),
    });
  }
}

/** The token comes after the #, which browsers do not send: so it appears in no log and no Referer. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/reset-password#${token}`;
}

export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/signup#${token}`;
}

function proofLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/confirm-email#${token}`;
}
