import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface Mail {
  /** The sender in the envelope. */
  from: string;
  to: string[];
  /** The complete message with its headers. */
  text: string;
}

/** A real SMTP server on loopback that keeps all received mails. */
export async function startFakeMail() {
  const mails: Mail[] = [];
  const refusing = { value: false };
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
        if (!refusing.value) {
          // Quoted-printable breaks long lines with "=" at the end.
          const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '=');
          mails.push({ from, to: rcptTo.map(({ address }) => address), text });
        }
        done(refusing.value ? new Error('no room') : null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Refuses all further mails. */
    refuse: (): void => {
      refusing.value = true;
    },
    close: (): Promise<void> => new Promise((resolve) => server.close(resolve)),
  };
}
