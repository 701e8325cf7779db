/** An account that is being deleted. */
export interface ErasedAccount {
  userId: string;
  /** The address with which it was found, by which logins were counted. */
  email: string;
}

/**
 * Takes away what one room keeps of an account that is deleted. Each room that keeps something has one among its
 * providers; that is all it takes to be found (see AccountErasers).
 */
export abstract class AccountEraser {
  /** Can be repeated, and is: once before the account goes, and once after. */
  abstract erase(account: ErasedAccount): Promise<void>;
}
