import type { AccountRequest } from '@inner-weather/contracts/rpc/reminders';
import type { Language } from '@inner-weather/languages/languages';

/** What settings copy from the account. */
interface OfAccount {
  timeZone: string;
  language: Language;
  dayEndsAt: number;
}

/** What the account says; what it does not say stays. */
export const followed = (account: AccountRequest, stored: OfAccount): OfAccount => ({
  timeZone: account.timeZone ?? stored.timeZone,
  language: account.language ?? stored.language,
  dayEndsAt: account.dayEndsAt ?? stored.dayEndsAt,
});

/** Whether the account says something else than what is stored. */
export function followsOther(account: AccountRequest, stored: OfAccount): boolean {
  const { timeZone, language, dayEndsAt } = followed(account, stored);
  return timeZone !== stored.timeZone || language !== stored.language || dayEndsAt !== stored.dayEndsAt;
}
