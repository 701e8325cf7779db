/** An account that is being deleted. */
export interface ErasedAccount {
  userId: string;
  /** The address by which logins were counted. */
  email: string;
}

/**
 * Erases what one room stores about an account that is deleted. Each room that stores something provides one, and
 * AccountErasersService finds it there.
 */
export abstract class AccountEraser {
  /** Can be repeated: it runs once before the account is removed, and once after. */
  abstract erase(account: ErasedAccount): Promise<void>;
}
