import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { numberInWords } from '../../../lib/language/formats';
import { type Tried, tryPin } from '../../../lib/vault/lock';
import { inSentences } from '../../../lib/language/sentences';

/** Tries the PIN of a lock, and says what came of it. A pause after wrong ones ends by itself. */
export function usePinTries(userId: string, waitedFor = 0) {
  const [left, setLeft] = useState<number>();
  const [waitUntil, setWaitUntil] = useState(waitedFor);
  const [now, setNow] = useState(Date.now);
  const waitMs = Math.max(0, waitUntil - now);
  useEffect(() => {
    if (waitMs === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  const tryIt = async (pin: string): Promise<Tried> => {
    const tried = await tryPin(userId, pin);
    setNow(Date.now());
    if (tried.kind === 'wrong') setLeft(tried.left);
    if (tried.kind === 'wrong' || tried.kind === 'early') setWaitUntil(tried.waitUntil);
    return tried;
  };
  const problem = inSentences(left !== undefined && wrong(left), waitMs > 0 && wait(waitMs));
  return { tryIt, problem, isWaiting: waitMs > 0 };
}

const wrong = (left: number): string =>
  plural(left, { one: 'Wrong PIN. # try left.', other: 'Wrong PIN. # tries left.' });

const MINUTE_MS = 60_000;

function wait(ms: number): string {
  const [value, unit] = ms < MINUTE_MS ? [ms / 1000, 'second'] : [ms / MINUTE_MS, 'minute'];
  const duration = numberInWords(Math.ceil(value), { style: 'unit', unit, unitDisplay: 'long' });
  return t`Wait ${duration}, then try again.`;
}
