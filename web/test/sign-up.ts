import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ana } from './builders';

/** What Ana writes into the form of the sign-up, in the order of the page. */
export const SIGN_UP: [label: string, words: string][] = [
  ['Name', 'Ana'],
  ['Last Name', 'Silva'],
  ['Your location (City)', 'Porto'],
  ['Email', ana.email],
  ['Password', 'password-1'],
  ['Retry Password', 'password-1'],
];

/** Pastes each value, because each key that is typed draws the page again. */
export async function fillIn(person: UserEvent, values = SIGN_UP): Promise<void> {
  for (const [label, words] of values) {
    await person.clear(await screen.findByLabelText(label));
    await person.click(screen.getByLabelText(label));
    await person.paste(words);
  }
}

/** Logs in by the form of a page that is open. */
export async function logIn(
  person: UserEvent,
  email = ana.email,
  password = 'a long evening',
): Promise<void> {
  await fillIn(person, [
    ['Email', email],
    ['Password', password],
  ]);
  await person.click(screen.getByRole('button', { name: 'Log In' }));
}
