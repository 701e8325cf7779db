import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { useHeldLock } from '../../../../lib/device-lock/use-held-lock';
import { saveText } from '../../../../lib/save-text';
import { useCopy } from '../../../../lib/use-copy';
import styles from './second-factor.module.css';

/** New recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useHeldLock();
  const text = `${codes.join('\n')}\n`;
  const { copied, copy } = useCopy(text);
  return (
    <div className={styles.parts}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        <Trans>Your recovery codes</Trans>
      </h3>
      <p>
        <Trans>
          Each code lets you in once if you don't have the app at hand. Keep them somewhere safe, and not only
          on your phone. They are not shown again.
        </Trans>
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {copied === true && (
        <Notice tone="success">
          <Trans>Copied.</Trans>
        </Notice>
      )}
      {copied === false && (
        <Notice tone="error">
          <Trans>Your browser does not allow copying here. Download them instead.</Trans>
        </Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={copy}>
          <Trans>Copy</Trans>
        </Button>
        <Button onClick={() => saveText('inner-weather-recovery-codes.txt', text)}>
          {t({ message: 'Download', comment: 'A button: saves the codes as a file.' })}
        </Button>
        <Button variant="primary" onClick={onKept}>
          <Trans>I have saved them</Trans>
        </Button>
      </div>
    </div>
  );
}
