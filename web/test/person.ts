import userEvent, { type UserEvent } from '@testing-library/user-event';

/** A key by its name, such as {Enter}. */
const KEY = /(\{[^}]+\})/;

/**
 * A user whose `type` enters words at once, as the keyboard of a phone and a password manager do, because the page is
 * drawn again after each key. It presses single letters and keys in braces; `keyboard` presses every key.
 */
export function aPerson(): UserEvent {
  const person = userEvent.setup();
  const enter = (words: string) =>
    KEY.test(words) || words.length === 1 ? person.keyboard(words) : person.paste(words);
  return {
    ...person,
    type: async (element, text) => {
      await person.click(element);
      for (const part of text.split(KEY)) if (part !== '') await enter(part);
    },
  };
}
