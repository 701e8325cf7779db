import { sessionStore } from '../../../../../lib/api/session';

/**
 * The email as it was typed last on one page of the sign-in, so that the others begin with it. It is in memory only and
 * ends with a login, so that nothing of it stays on a shared device.
 */
let typed = '';

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'anonymous') typed = '';
});

export const typedEmail = (): string => typed;

/** For the `onChange` of a field. */
export function rememberTypedEmail({ target }: { target: { value: string } }): void {
  typed = target.value;
}
