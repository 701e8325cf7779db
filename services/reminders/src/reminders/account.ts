import type { AccountRequest } from '@inner-weather/contracts/rpc/reminders';
import type { Language } from '@inner-weather/languages/languages';

/** What settings copy from the account. */
export interface OfAccount {
  timeZone: string;
  language: Language;
  dayEndsAt: number;
}

/** What new settings copy. An account that has no zone leaves it to the device, and one without a device to what is stored. */
export const copied = (
  { timeZone, language = 'en', dayEndsAt = 0 }: AccountRequest,
  ofDevice: string | undefined,
  stored: Pick<OfAccount, 'timeZone'> | null,
): OfAccount => ({ timeZone: timeZone ?? ofDevice ?? stored?.timeZone ?? 'UTC', language, dayEndsAt });

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
