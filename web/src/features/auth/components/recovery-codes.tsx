import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button';
import { Notice } from '../../../components/notice';
import { saveText } from '../../../lib/save-text';
import styles from './second-factor.module.css';

/** Recovery codes, the only time that they are shown. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  // Without https browsers keep the clipboard to themselves.
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className={styles.parts}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Your recovery codes
      </h3>
      <p>
        Each lets you in once when you do not have the app. Keep them where you keep what you must not lose,
        and not on the phone alone: they are not shown again.
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
        <Notice tone="error">Your browser does not let them be copied. Download them.</Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => saveText('inner-weather-recovery-codes.txt', text)}>Download</Button>
        <Button variant="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
