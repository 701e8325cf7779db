import type { DependencyFailure } from '@inner-weather/contracts/administration/service-state.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { Language } from '@inner-weather/languages/languages';
import { defineMessages, type Message } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';
import { Dependencies } from '@inner-weather/platform/dependencies';
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
  letter: 'Your letter of the week',
  letterLink: 'Your letter of the week is here. Read it in your journal:',
  letterChoice: 'You chose this mail in your settings, where you can also turn it off.',
  test: 'Mail from your journal arrives',
  testSent: 'You asked your journal to send this mail, on its page for administrators. Its links lead here:',
  testNothing: 'There is nothing to do.',
  letterStop: 'Or stop this mail here. Your letters go on:',
});

/** The address that gets a mail, and the language of its account. Absent: English. */
interface Recipient {
  email: string;
  language?: Language;
}

/** The letter of a week. */
export interface MailedLetter {
  insightId: string;
  /** The text as Markdown. Absent: the mail has only a link. */
  words?: string;
  /** The same in every attempt, so that a mailbox can recognise a repetition. */
  messageId: string;
  /** Of the link that ends this mail and nothing else. Absent: reminders is older than such links. */
  stopSecret?: string;
}

/** What differs from mail to mail. */
interface MailContent {
  /** Apart by empty lines. */
  paragraphs: string[];
  messageId?: string;
  headers?: Record<string, string>;
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

  constructor(
    private readonly config: AuthConfig,
    private readonly dependencies: Dependencies,
  ) {
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
    dependencies.declare('mail', this.transport ? 'smtp' : 'absent');
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

  /** A link to a new password. Rejects when the mail server refuses the mail. No mail but a letter contains text that users typed. */
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

  /** A mail that was asked for to see whether mail arrives. Rejects when the mail server refuses the mail. */
  async sendTest(to: Recipient): Promise<void> {
    await this.sendLink(to, pageLink(this.config.PUBLIC_URL ?? '', '/'), {
      subject: TEXTS.test,
      question: TEXTS.testSent,
      otherwise: TEXTS.testNothing,
    });
  }

  /** A link to the letter of the week, and its words if there are any. Rejects when the mail server refuses the mail. */
  async sendLetter(to: Recipient, letter: MailedLetter): Promise<void> {
    const { insightId, words, messageId, stopSecret } = letter;
    const { PUBLIC_URL = '' } = this.config;
    const translate = translatorOf(to.language ?? 'en');
    const stop = stopSecret && pageLink(PUBLIC_URL, `/api/reminders/letter-mail/${stopSecret}`);
    await this.send(to, translate(TEXTS.letter), {
      messageId: `<${messageId}@${new URL(PUBLIC_URL).hostname}>`,
      headers: stop ? stopHeaders(stop) : {},
      paragraphs: [
        translate(TEXTS.letterLink),
        pageLink(PUBLIC_URL, `/insights/${insightId}`),
        ...(words === undefined ? [] : [words.trim()]),
        translate(TEXTS.letterChoice),
        ...(stop ? [translate(TEXTS.letterStop), stop] : []),
      ],
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
    to: Recipient,
    link: string,
    { subject, question, otherwise }: MailTexts,
  ): Promise<void> {
    const translate = translatorOf(to.language ?? 'en');
    const paragraphs = [translate(question), link, translate(otherwise)];
    await this.send(to, translate(subject), { paragraphs });
  }

  /** `Auto-Submitted` says that no person wrote it, so that vacation notes stay silent (RFC 3834 section 5). */
  private async send(
    { email, language = 'en' }: Recipient,
    subject: string,
    { paragraphs, messageId, headers }: MailContent,
  ): Promise<void> {
    if (!this.transport) return;
    try {
      await this.transport.sendMail({
        to: email,
        subject,
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', ...headers },
        text: [translatorOf(language)(TEXTS.greeting), ...paragraphs].join('\n\n'),
        ...(messageId && { messageId }),
      });
      this.dependencies.succeeded('mail');
    } catch (error) {
      this.dependencies.failed('mail', failureOf(error), { reason: answerIn(error) });
      throw new MailError(error);
    }
  }
}

/**
 * What may be logged of a failure, and be the reason of a dead letter. The errors of nodemailer name the recipient: in
 * their message, in the server's answer and in lists of their own.
 */
class MailError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  /** Private to JavaScript too, so that no log shows it: the server's own words may name the recipient. */
  readonly #answer: string;

  constructor(error: unknown) {
    const { code, command, responseCode } = error as Partial<MailError>;
    const details = [code, command, responseCode].filter((detail) => detail !== undefined);
    super(`the mail server did not take a mail (${details.join(', ')})`);
    Object.assign(this, { code, command, responseCode });
    this.#answer = answerIn(error);
  }

  get response(): string {
    return this.#answer;
  }
}

/**
 * For the button with which mailboxes end such mail: RFC 2369, and RFC 8058 for one click, which wants https. The mail
 * server should sign both with DKIM.
 */
const stopHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** What the mail server answered, or else why it could not be asked. */
export const answerIn = (error: unknown): string => {
  const { response, message } = error as { response?: string; message?: string };
  return response ?? message ?? '';
};

/** By the codes of nodemailer's errors (https://nodemailer.com/errors). */
export function failureOf(error: unknown): DependencyFailure {
  const { code } = error as { code?: unknown };
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mail_login_refused';
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'mail_refused' : 'mail_unreachable';
}

/** Whether a mail server refused a mail so that the same one makes no sense again (RFC 5321 section 4.2.1: 5yz). */
export function refusedForGood(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return failureOf(error) === 'mail_refused' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Whether the mail server may have accepted a mail although sending it failed: it has not answered to its text. */
export function mayHaveAccepted(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === 'DATA' && responseCode === undefined;
}

const pageLink = (publicUrl: string, path: string): string => `${publicUrl.replace(/\/$/, '')}${path}`;

/** The token comes after the #, which browsers do not send: so it appears in no log and no Referer. */
export const resetLink = (publicUrl: string, token: string): string =>
  pageLink(publicUrl, `/reset-password#${token}`);

export const invitationLink = (publicUrl: string, token: string): string =>
  pageLink(publicUrl, `/signup#${token}`);

const proofLink = (publicUrl: string, token: string): string =>
  pageLink(publicUrl, `/confirm-email#${token}`);
