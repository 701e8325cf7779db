import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/forms/button';
import { CopyField } from '../../../../components/page/copy-field';
import { CopyOnceField } from '../../../../components/page/copy-once-field';
import { useUser } from '../../../../lib/api/session';
import { useToday } from '../../../../lib/dates/today';
import type { NewAccessToken } from '../../api/access-tokens';
import styles from './access-tokens.module.css';
import { curlToRead, curlToWrite } from './curl';

interface NewAccessTokenProps {
  created: NewAccessToken;
  onKept: () => void;
}

/** A new access token, which is shown only once, with commands that use it. */
export function NewAccessTokenView({ created, onKept }: NewAccessTokenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const user = useUser();
  const today = useToday();
  const { token, scopes } = created;
  const origin = window.location.origin;
  return (
    <div className={styles.parts}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        <Trans>Your new key</Trans>
      </h3>
      <CopyOnceField label={t({ message: 'The key', comment: 'A secret text for scripts.' })} value={token} />
      {user && scopes.includes('entries:read') && (
        <CopyField
          label={t`A command that reads this month's entries`}
          value={curlToRead({ origin, token, user, today })}
        />
      )}
      {user && scopes.includes('entries:write') && (
        <CopyField
          label={t`A command that adds an entry`}
          value={curlToWrite({ origin, token, user, content: t`Written by a script.` })}
        />
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onKept}>
          <Trans>I have saved it</Trans>
        </Button>
      </div>
    </div>
  );
}
