import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { AuthConfig } from '../config.js';

/** Milliseconds that a mail server may take for each step. */
const TIMEOUT_MS = 10_000;

/** Sends mail where SMTP_URL says how. */
@Injectable()
export class MailService implements OnApplicationShutdown {
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

  /** A link to a new password. Rejects when the mail server does not take it. */
  async sendResetLink(to: string, name: string, token: string): Promise<void> {
    await this.transport?.sendMail({
      to,
      subject: 'A new password for your journal',
      text: [
        `Hello ${name},`,
        'somebody, most likely you, asked for a new password for your journal. Choose one here within an hour:',
        resetLink(this.config.PUBLIC_URL ?? '', token),
        'If it was not you, there is nothing to do: your password stays as it is.',
      ].join('\n\n'),
    });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

/** The token stands behind the #, which browsers keep to themselves: it is in no log and no Referer. */
export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/reset-password#${token}`;
}

export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/signup#${token}`;
}
