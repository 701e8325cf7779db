import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../components/forms/button';
import { TextField } from '../../components/forms/field';
import { findEntries } from '../../lib/copy/entries';
import { minuteInWords } from '../../lib/dates/dates';
import type { Entry } from '../../lib/entry/entry';
import { currentLanguage } from '../../lib/language/language';
import { moodInWords } from '../../lib/entry/moods';
import { type Choices, toggled } from './choices';
import styles from './report.module.css';

/** Entries that are listed at first, and more each time. */
const SHOWN = 20;

/** Characters of an entry's words in the list. */
const BEGINNING = 140;

interface EntryPickerProps {
  /** Oldest first. */
  entries: readonly Entry[];
  choices: Choices;
  change: (some: Partial<Choices>) => void;
}

/** Chooses entries one by one, or all that a search finds. */
export function EntryPicker({ entries, choices, change }: EntryPickerProps) {
  const [words, setWords] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const searched = useDeferredValue(words.trim());
  const found = useMemo(() => {
    const newest = entries.toReversed();
    if (searched === '') return newest;
    const days = { startDate: '', endDate: '9999-12-31' };
    return findEntries(newest, { ...days, filters: { words: searched } }, currentLanguage());
  }, [entries, searched]);
  const ids = found.map(({ _id }) => _id);
  const count = entries.filter(({ _id }) => choices.chosen.includes(_id)).length;
  return (
    <div role="group" aria-label={t`Entries to choose from`} className={styles.picker}>
      <TextField
        label={t`Find entries`}
        type="search"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setShown(SHOWN);
        }}
      />
      <p role="status" className={styles.quiet}>
        {plural(count, { one: '# entry chosen', other: '# entries chosen' })}
      </p>
      <div className={styles.row}>
        <Button onClick={() => change({ chosen: [...new Set([...choices.chosen, ...ids])] })}>
          {searched === '' ? t`Choose all` : t`Choose all found`}
        </Button>
        {count > 0 && (
          <Button variant="plain" onClick={() => change({ chosen: [] })}>
            <Trans>Choose none</Trans>
          </Button>
        )}
      </div>
      <ul>
        {found.slice(0, shown).map((entry) => (
          <li key={entry._id}>
            <label className={styles.pick}>
              <input
                type="checkbox"
                checked={choices.chosen.includes(entry._id)}
                onChange={() => change({ chosen: toggled(choices.chosen, entry._id) })}
              />
              <span>
                <span className={styles.quiet}>
                  {minuteInWords(entry.createdAt)}
                  {entry.inputMood !== '' && ' · '}
                  <bdi>{moodInWords(entry.inputMood)}</bdi>
                </span>
                <span className={styles.beginning} dir="auto">
                  {entry.content.slice(0, BEGINNING)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t`No entries match`}</p>}
      {found.length > shown && (
        <Button variant="plain" onClick={() => setShown(shown + SHOWN)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}
