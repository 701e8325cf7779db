import { LANGUAGE_TAGS, LANGUAGES, isLanguage, type Language } from '@inner-weather/languages/languages';
import { useState } from 'react';
import { VisuallyHidden } from '../../components/page/visually-hidden';
import { api, expectData } from '../../lib/api/api-client';
import { messageOf } from '../../lib/api/api-error';
import { useSession } from '../../lib/api/session';
import { changeLanguage, currentLanguage } from '../../lib/language/language';
import styles from './footer.module.css';

export interface LanguageChoiceProps {
  /** In the messages of the frame, which this chunk comes after. */
  label: string;
}

/** The language of this device, and of the account of a signed-in user. The page loads again in it. */
export default function LanguageChoice({ label }: LanguageChoiceProps) {
  const isSignedIn = useSession().status === 'authenticated';
  const [pending, setPending] = useState<Language>();
  const [error, setError] = useState<unknown>();

  const choose = async (language: Language) => {
    setPending(language);
    setError(undefined);
    try {
      if (isSignedIn) await changeAccount(language);
      changeLanguage(language);
    } catch (reason) {
      setError(reason);
      setPending(undefined);
    }
  };

  return (
    <>
      <label className={styles.language}>
        <Globe />
        <VisuallyHidden>{label}</VisuallyHidden>
        <select
          className={styles.select}
          value={pending ?? currentLanguage()}
          onChange={({ target }) => {
            if (pending === undefined && isLanguage(target.value)) void choose(target.value);
          }}
        >
          {LANGUAGE_TAGS.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {LANGUAGES[tag]}
            </option>
          ))}
        </select>
      </label>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {messageOf(error)}
        </p>
      )}
    </>
  );
}

async function changeAccount(language: Language): Promise<void> {
  expectData(await api.PATCH('/api/user/me', { body: { language } }));
}

function Globe() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      <path d="M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM8 1.500c-4.500 4-4.500 9 0 13 4.500-4 4.500-9 0-13zM1.500 8h13" />
    </svg>
  );
}
