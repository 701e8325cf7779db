import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { moodOf } from '@inner-weather/domain/entries/moods';
import { useMemo } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { MoodFace } from '../../../components/entries/mood-face';
import { OWN_MOOD_LIMITS } from '@inner-weather/domain/entries/own-moods';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { moodInWords, useMoods } from '../../../lib/entry/moods';
import { couldBeMoods } from '../api/make-moods';
import { levelOfName } from '../understand/values/scale';
import { sharedMoods } from '../understand/to-entries';
import type { Overview } from '../understand/overview';
import styles from './import.module.css';

interface MoodsProps {
  overview: Overview;
  moods: Record<string, string>;
  /** Whether the words that stay become moods of one's own. */
  isKept: boolean;
  onChange: (moods: Record<string, string>, isKept: boolean) => void;
}

const max = OWN_MOOD_LIMITS.activeMax;

/** Rows of the table. A file in which every mood is another is a file of own words. */
const ROWS_MAX = 40;

/** What each mood of the file means here. */
export function Moods({ overview, moods, isKept, onChange }: MoodsProps) {
  const { moodCounts: counts } = overview;
  const shared = useMemo(
    () =>
      sharedMoods(
        counts.map(([name]) => name),
        moods,
      ),
    [counts, moods],
  );
  const own = useMoods();
  const offered = useMemo(() => couldBeMoods(customOf(counts), own), [counts, own]);
  if (counts.length === 0) return null;
  const source = isolate(overview.source);
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Moods</Trans>
      </h2>
      <table className={styles.moods}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>In {source}</Trans>
            </th>
            <th scope="col">
              <Trans comment="Above the moods of this app that the moods of another app become">Here</Trans>
            </th>
            <th scope="col" className={styles.number}>
              <Trans>Entries</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.slice(0, ROWS_MAX).map(([name, count]) => {
            const value = own.nameOf(moods[name] ?? name);
            const label = isolate(name);
            return (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <span className={styles.pick}>
                    <MoodFace mood={moodOf(value)} size={26} />
                    <select
                      aria-label={t`Mood for ${label}`}
                      value={value}
                      onChange={({ currentTarget }) =>
                        onChange({ ...moods, [name]: currentTarget.value }, isKept)
                      }
                    >
                      {own.all.map((mood) => (
                        <option key={mood.name} value={mood.name}>
                          {moodInWords(mood.name)}
                        </option>
                      ))}
                      {!own.find(name) && <option value={name}>{t`Keep “${label}”`}</option>}
                      <option value="">{t`No mood`}</option>
                    </select>
                  </span>
                  {shared.has(name) && (
                    <span className={styles.note}>
                      <Trans>The word “{label}” stays as a tag.</Trans>
                    </span>
                  )}
                </td>
                <td className={styles.number}>{i18n.number(count)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {offered.length > 0 && (
        <Checkbox
          label={t({
            message: plural(offered.length, {
              one: 'Keep # of them as a mood of your own, with its step',
              other: 'Keep # of them as moods of your own, each with its step',
            }),
            comment: 'Moods of another app',
          })}
          checked={isKept}
          onChange={({ currentTarget: { checked } }) => {
            const meanings = offered.map((name): [string, string] => [
              name,
              checked ? name : (overview.moods?.[name] ?? name),
            ]);
            onChange({ ...moods, ...Object.fromEntries(meanings) }, checked);
          }}
        />
      )}
      {isKept && (
        <p className={styles.along}>
          <Trans>
            There is room for {max} in all; the rest stay words. Undoing the import leaves the moods. You can
            change them in the settings.
          </Trans>
        </p>
      )}
    </section>
  );
}

/** The moods that people have named themselves, the most frequent first: not those that every diary of the app has. */
const customOf = (counts: [name: string, count: number][]): string[] =>
  counts
    .map(([name]) => name)
    .filter((name) => levelOfName(name) === undefined && Number.isNaN(Number(name)));

/** The words of a file that become moods of one's own. */
export const keptWordsOf = ({ moodCounts }: Overview, moods: Record<string, string>): string[] =>
  customOf(moodCounts).filter((name) => (moods[name] ?? name) === name);
