import { t } from '@lingui/core/macro';
import { questionsOn } from '@inner-weather/domain/beginnings/beginnings';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../../components/forms/button';
import { useOwnBeginnings } from '../../../../lib/beginnings/beginnings';
import { useToday } from '../../../../lib/dates/today';
import { promptsOf } from '../../prompts/prompts';
import styles from './writing-page.module.css';

interface WritingPromptProps {
  userId: string;
  /** Whether the text is empty. */
  empty: boolean;
  /** Called when a prompt is shown, to focus the text area. */
  onShown: () => void;
  /** Another way to begin, beside the button. */
  children?: ReactNode;
}

/** Offers a question to begin an entry with. The question stays while the user answers it. */
export function WritingPrompt({ userId, empty, onShown, children }: WritingPromptProps) {
  const today = useToday();
  const { own, isExpected } = useOwnBeginnings();
  /** The questions stay those of the first, also past midnight; undefined until one's own are known. */
  const [asked, setAsked] = useState<{ questions: string[] | undefined; shown: number }>();
  const questions = asked?.questions ?? questionsOn(today, own, promptsOf(today, userId));
  const isWaiting = asked !== undefined && !asked.questions && isExpected;
  const next = asked ? asked.shown + 1 : 0;

  return (
    <div className={styles.prompt}>
      <p role="status" className={styles.question} dir="auto">
        {asked && !isWaiting && questions[asked.shown]}
      </p>
      <div className={styles.ways}>
        {empty && !isWaiting && next < questions.length && (
          <Button
            variant="plain"
            onClick={() => {
              setAsked({ questions: isExpected ? undefined : questions, shown: next });
              onShown();
            }}
          >
            {next === 0 ? t`Give me a question to start with` : t`Another question`}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
