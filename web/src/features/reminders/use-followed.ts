import { useState } from 'react';

/**
 * Settings in a form, and a function that changes some of them. What was not changed here follows what is saved, which
 * another device may change: a device that was added has turned reminders on, for one.
 */
export function useFollowed<Choices extends object>(
  saved: Choices,
): [choices: Choices, choose: (changes: Partial<Choices>) => void] {
  const [known, setKnown] = useState(saved);
  const [choices, setChoices] = useState(saved);
  const names = Object.keys(saved) as (keyof Choices)[];
  if (names.some((name) => !isEqual(saved[name], known[name]))) {
    const followed = names.filter((name) => isEqual(choices[name], known[name]));
    setKnown(saved);
    setChoices({ ...choices, ...Object.fromEntries(followed.map((name) => [name, saved[name]])) });
  }
  return [choices, (changes) => setChoices({ ...choices, ...changes })];
}

/** Of a few plain values. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
