import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import type { AccountRequest } from '@inner-weather/contracts/rpc/reminders';

/** What reminders have to know about the account. */
export function accountOf(user: SessionUserDto): AccountRequest {
  const { id: userId, timeZone, language, dayEndsAt } = user;
  return { userId, timeZone, language, dayEndsAt };
}
