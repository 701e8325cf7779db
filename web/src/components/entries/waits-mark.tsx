import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useWaiting } from '../../lib/outbox/waiting';

/** Milliseconds. With a connection, a change is sent before it is mentioned. */
export const MENTIONED_AFTER_MS = 1_500;

/** Says of an entry that it, or a change of it, waits to be sent. What needs its writer is told elsewhere. */
export function WaitsMark({ entryId }: { entryId: string }) {
  const waiting = useWaiting().filter((one) => one.entryId === entryId && !one.problem);
  const isWaiting = waiting.length > 0;
  const isNew = waiting.some(({ change }) => change.kind === 'create');
  const [isMentioned, setIsMentioned] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsMentioned(true), MENTIONED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsMentioned(false);
    };
  }, [isWaiting]);
  if (!isWaiting || !isMentioned) return null;
  return (
    <span>
      {isNew
        ? t({ message: 'On this device only', comment: 'An entry that waits to be sent' })
        : t({ message: 'Change not sent yet', comment: 'A changed entry that waits to be sent' })}
    </span>
  );
}
