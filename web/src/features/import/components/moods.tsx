import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MOODS, moodOf } from '@inner-weather/domain/entries/moods';
import { isVisible } from '@inner-weather/domain/text/visible';
import { useMemo } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { MoodFace } from '../../../components/entries/mood-face';
import { moodInWords } from '../../../lib/moods';
import { sharedMoods } from '../understand/to-entries';
import type { Understood } from '../understand/understood';
import styles from './import.module.css';

interface MoodsProps {
  understood: Understood;
  moods: Record<string, string>;
  onChange: (moods: Record<string, string>) => void;
}

/** Rows of the table. A file in which every mood is another is a file of own words. */
const ROWS_MAX = 40;

/** What each mood of the file means here. */
export function Moods({ understood, moods, onChange }: MoodsProps) {
  const counts = useMemo(() => countsOf(understood), [understood]);
  const shared = useMemo(
    () =>
      sharedMoods(
        counts.map(([name]) => name),
        moods,
      ),
    [counts, moods],
  );
  if (counts.length === 0) return null;
  const source = isolate(understood.source);
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
            const value = moods[name] ?? name;
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
                      onChange={({ currentTarget }) => onChange({ ...moods, [name]: currentTarget.value })}
                    >
                      {MOODS.map((mood) => (
                        <option key={mood} value={mood}>
                          {moodInWords(mood)}
                        </option>
                      ))}
                      {!MOODS.some((mood) => mood === name) && (
                        <option value={name}>{t`Keep “${label}”`}</option>
                      )}
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
    </section>
  );
}

/** The moods of the file with the number of their entries, the most frequent first. */
function countsOf({ entries }: Understood): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { mood, own } of entries)
    if (mood !== undefined && !own && isVisible(mood)) counts.set(mood, (counts.get(mood) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
