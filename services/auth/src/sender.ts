import { ValidateBy } from 'class-validator';
import parseAddresses from 'nodemailer/lib/addressparser';

const RULE =
  'MAIL_FROM must be the sender of mails, such as Inner Weather <journal@example.org>, where SMTP_URL is set: ' +
  'an address that the mail server lets this journal use. No other server takes mail from localhost';

/** One address, with or without a name, whose domain is not this machine. */
export function IsSender(): PropertyDecorator {
  return ValidateBy({ name: 'isSender', validator: { validate: isSender, defaultMessage: () => RULE } });
}

/** Parsed as nodemailer does when it sends, so that what is accepted here is what it understands. */
function isSender(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const senders = parseAddresses(value, { flatten: true });
  const domain = /^[^\s@<>]+@([^\s@<>]+)$/.exec(senders[0]?.address ?? '')?.[1];
  return (
    senders.length === 1 && domain !== undefined && !/(?:^|\.)localhost(?:\.localdomain)?\.?$/i.test(domain)
  );
}
