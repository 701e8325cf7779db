import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface Mail {
  /** The sender in the envelope. */
  from: string;
  to: string[];
  /** The complete message with its headers, decoded. */
  text: string;
}

/** A real SMTP server on loopback that keeps all received mails. */
export async function startFakeMail() {
  const mails: Mail[] = [];
  const refusing: { code?: number; count: number } = { count: 0 };
  const silent = { value: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const { code: responseCode } = refusing;
        if (responseCode) {
          refusing.count += 1;
          // Servers name the recipient, as Postfix does: `<ana@example.org>: Recipient address rejected`.
          const refusal = new Error(`<${rcptTo[0]?.address}>: not now`);
          return done(Object.assign(refusal, { responseCode }));
        }
        const text = decoded(Buffer.concat(chunks).toString());
        mails.push({ from, to: rcptTo.map(({ address }) => address), text });
        if (!silent.value) done(null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** How many mails were refused. */
    refusals: (): number => refusing.count,
    /** Refuses all further mails: with 4xx for now, as greylisting does, with 5xx for good. */
    refuse: (code = 451): void => {
      refusing.code = code;
    },
    /** Takes all further mails. */
    take: (): void => {
      delete refusing.code;
    },
    /** Keeps further mails without an answer, or answers again. */
    answer: (answers: boolean): void => {
      silent.value = !answers;
    },
    close: (): Promise<void> => new Promise((resolve) => server.close(resolve)),
  };
}

/** Decodes a mail with one part: its encoded headers (RFC 2047) and its body. */
function decoded(mail: string): string {
  const headersEnd = mail.indexOf('\r\n\r\n');
  const [headers, body] = [mail.slice(0, headersEnd), mail.slice(headersEnd)];
  const isBase64 = /^Content-Transfer-Encoding: base64\r?$/im.test(headers);
  return (
    headers.replace(
      /=\?utf-8\?([bq])\?([^?]*)\?=(\r\n (?==\?))?/gi,
      (_word, encoding: string, text: string) =>
        encoding.toLowerCase() === 'b' ? fromBase64(text) : fromQuotedPrintable(text.replaceAll('_', ' ')),
    ) + (isBase64 ? `\r\n\r\n${fromBase64(body)}` : fromQuotedPrintable(body))
  );
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();

/** Also joins long lines, which end with "=". */
const fromQuotedPrintable = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString());
