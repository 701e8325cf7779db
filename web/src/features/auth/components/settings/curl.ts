import { shellCommand } from '../../../../lib/shell-command';

interface Example {
  /** The address of this installation. */
  origin: string;
  /** An access token. */
  token: string;
  user: { email: string; location: string };
}

/** A curl command that reads the entries of this month. @param today YYYY-MM-DD */
export function curlToRead({ origin, token, user, today }: Example & { today: string }): string {
  const range = { startDate: `${today.slice(0, 8)}01`, endDate: today };
  const query = new URLSearchParams({ userReference: user.email, ...range });
  return shellCommand(
    'curl',
    '-H',
    `Authorization: Bearer ${token}`,
    `${origin}/api/journal/search?${query}`,
  );
}

/** A curl command that adds an entry in the account's city. */
export function curlToWrite({ origin, token, user, content }: Example & { content: string }): string {
  const { email, location } = user;
  const body = JSON.stringify({ email, location, content });
  return shellCommand(
    'curl',
    '-H',
    `Authorization: Bearer ${token}`,
    '-H',
    'Content-Type: application/json',
    '-d',
    body,
    `${origin}/api/journal/new`,
  );
}
