import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { saveText } from '../../../../lib/save-text';
import { useCopy } from '../../../../lib/use-copy';
import styles from './second-factor.module.css';

/** New recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const { copied, copy } = useCopy(text);
  return (
    <div className={styles.parts}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Your recovery codes
      </h3>
      <p>
        Each code lets you in once if you don't have the app at hand. Keep them somewhere safe, and not only
        on your phone. They are not shown again.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {copied === true && <Notice tone="success">Copied.</Notice>}
      {copied === false && (
        <Notice tone="error">Your browser does not allow copying here. Download them instead.</Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={copy}>Copy</Button>
        <Button onClick={() => saveText('inner-weather-recovery-codes.txt', text)}>Download</Button>
        <Button variant="primary" onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
