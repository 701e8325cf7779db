import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { Language } from '@inner-weather/languages/languages';
import { defineMessages, type Message } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';
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

const TEXTS = defineMessages('mail', {
  greeting: 'Hello.',
  newPassword: 'A new password for your journal',
  newPasswordLink:
    'Someone, probably you, asked for a new password for your journal. Choose one here within an hour:',
  yourPasswordStays: 'If it was not you, there is nothing to do: your password stays as it is.',
  yourAddress: 'Is this your address?',
  addressLink:
    'Someone, probably you, gave this address for a journal here. Please confirm within a day that it is yours:',
  addressOfOther:
    'If it was not you, there is nothing to do. If you want a journal of your own, the same link lets you start one with this address.',
  addressAndPasswordLink:
    'Someone, probably you, gave this address for a journal here and asked for a new password. Choose one within an hour, which also confirms that the address is yours:',
  passwordStays: 'If it was not you, there is nothing to do: the password stays as it is.',
});

/** The address that gets a mail, and the language of its account. Absent: English. */
interface Recipient {
  email: string;
  language?: Language;
}

interface MailTexts {
  subject: Message;
  /** The paragraph above the link. */
  question: Message;
  /** The paragraph below the link. */
  otherwise: Message;
}

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
  async sendResetLink(to: Recipient, token: string): Promise<void> {
    await this.sendLink(to, resetLink(this.config.PUBLIC_URL ?? '', token), {
      subject: TEXTS.newPassword,
      question: TEXTS.newPasswordLink,
      otherwise: TEXTS.yourPasswordStays,
    });
  }

  /** A link that proves that the user reads the mail of this address. Rejects when the mail server refuses the mail. */
  async sendProof(to: Recipient, token: string): Promise<void> {
    await this.sendLink(to, proofLink(this.config.PUBLIC_URL ?? '', token), {
      subject: TEXTS.yourAddress,
      question: TEXTS.addressLink,
      otherwise: TEXTS.addressOfOther,
    });
  }

  /** The same with a new password, for an account whose user was never asked to prove the address (see wasAsked). */
  async sendProofWithNewPassword(to: Recipient, token: string): Promise<void> {
    await this.sendLink(to, resetLink(this.config.PUBLIC_URL ?? '', token), {
      subject: TEXTS.yourAddress,
      question: TEXTS.addressAndPasswordLink,
      otherwise: TEXTS.passwordStays,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  /** The link has a paragraph of its own, so that right-to-left text cannot reorder it. */
  private async sendLink(
    { email, language = 'en' }: Recipient,
    link: string,
    { subject, question, otherwise }: MailTexts,
  ): Promise<void> {
    const translate = translatorOf(language);
    await this.transport?.sendMail({
      to: email,
      subject: translate(subject),
      headers: { 'Content-Language': language },
      text: [translate(TEXTS.greeting), translate(question), link, translate(otherwise)].join('\n\n'),
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
