import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BEGINNING_LIMITS,
  type Beginnings,
  type Question,
} from '@inner-weather/domain/beginnings/beginnings';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { inOrder } from '@inner-weather/domain/own-lists/own-lists';
import { OwnList } from '../../../components/page/own-list';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { NotSaved } from '../../../components/page/notice';
import { useChangeBeginnings } from '../../../lib/beginnings/beginnings';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../lib/dates/week-start';
import { beginningLarge, listInWords } from '../../../lib/language/formats';
import { useFocusWhenClosed } from '../../../lib/use-focus-when-closed';
import styles from './beginnings.module.css';
import { DeleteItem } from './items';
import { useOpenItem } from './open-item';
import { QuestionForm } from './question-form';

const { questionsMax } = BEGINNING_LIMITS;

/** The questions of one's own. */
export function Questions({ beginnings: { questions, onlyOwn } }: { beginnings: Beginnings }) {
  const change = useChangeBeginnings();
  const daysInWords = useDaysInWords();
  /** The question in the form: a new one, or one of the list. */
  const { item: edited, open, close } = useOpenItem('questions');
  const add = useFocusWhenClosed<HTMLButtonElement>(edited !== undefined);
  const active = questions.filter(({ archived }) => !archived);
  const archived = questions.filter((question) => question.archived);
  const blank = { _id: newUuid7(), text: '', weekdays: [], archived: false };
  const shared = {
    nameOf: ({ text }: Question) => text,
    factsOf: ({ weekdays }: Question) => daysInWords(weekdays),
    isBusy: change.isPending,
    onEdit: open,
  };
  return (
    <>
      <h3 className={styles.heading}>
        <Trans>Questions</Trans>
      </h3>
      {edited ? (
        <QuestionForm
          question={edited}
          isNew={!questions.some(({ _id }) => _id === edited.opened._id)}
          onDone={close}
        />
      ) : (
        <>
          <OwnList
            label={t`Your questions`}
            items={active}
            {...shared}
            onOrder={(ids) => change.mutate((here) => ({ ...here, questions: inOrder(here.questions, ids) }))}
          />
          {active.length > 0 && (
            <div className={styles.switch}>
              <Checkbox
                label={t`Ask me only my own questions`}
                checked={onlyOwn}
                onChange={() => change.mutate((here) => ({ ...here, onlyOwn: !onlyOwn }))}
              />
            </div>
          )}
          <NotSaved error={change.error} />
          {questions.length < questionsMax ? (
            <Button ref={add} onClick={() => open(blank)}>
              <Trans>Add a question</Trans>
            </Button>
          ) : (
            <p className={styles.facts}>
              {plural(questionsMax, {
                one: 'There is room for # question. Delete one to add another.',
                other: 'There is room for # questions. Delete one to add another.',
              })}
            </p>
          )}
          {archived.length > 0 && (
            <>
              <h4 className={styles.archived}>
                <Trans>Archived</Trans>
              </h4>
              <OwnList label={t`Archived questions`} items={archived} {...shared}>
                {({ _id, text }) => <DeleteItem id={_id} name={text} />}
              </OwnList>
            </>
          )}
        </>
      )}
    </>
  );
}

/** The weekdays of a question, in words. */
function useDaysInWords(): (weekdays: readonly number[]) => string {
  const weekStart = useWeekStart();
  return (weekdays) =>
    weekdays.length === 0
      ? t`In turn with the others`
      : beginningLarge(
          listInWords(
            weekdaysFrom(weekStart)
              .filter((weekday) => weekdays.includes(Number(weekday)))
              .map((weekday) => weekdayInWords(weekday)),
          ),
        );
}
