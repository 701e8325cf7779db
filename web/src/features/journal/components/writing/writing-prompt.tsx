import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { useToday } from '../../../../lib/dates/today';
import { promptsOf } from '../../prompts/prompts';
import styles from './writing-page.module.css';

interface WritingPromptProps {
  userId: string;
  /** Whether the text is empty. */
  empty: boolean;
  /** Called when a prompt is shown, to focus the text area. */
  onShown: () => void;
}

/** Offers a question to begin an entry with. The question stays while the user answers it. */
export function WritingPrompt({ userId, empty, onShown }: WritingPromptProps) {
  const today = useToday();
  const [day, setDay] = useState(today);
  const [shown, setShown] = useState<number>();
  if (day !== today && shown === undefined) setDay(today);
  const prompts = promptsOf(day, userId);
  const next = shown === undefined ? 0 : shown + 1;

  return (
    <div className={styles.prompt}>
      <p role="status" className={styles.question}>
        {shown !== undefined && prompts[shown]}
      </p>
      {empty && next < prompts.length && (
        <Button
          variant="plain"
          onClick={() => {
            setShown(next);
            onShown();
          }}
        >
          {next === 0 ? t`Give me a question to start with` : t`Another question`}
        </Button>
      )}
    </div>
  );
}
