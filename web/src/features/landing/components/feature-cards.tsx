import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import styles from './feature-cards.module.css';

const CARDS: { title: MessageDescriptor; text: MessageDescriptor; drawing: ReactNode }[] = [
  {
    title: msg`Achieve goals`,
    text: msg`Write it down, and watch yourself get closer week by week.`,
    drawing: (
      <>
        <path d="M6 38c7-14 13-20 18-20s8 6 18-10" />
        <path className={styles.dotted} d="M6 44h36" />
        <circle className={styles.warm} cx="42" cy="8" r="4" />
      </>
    ),
  },
  {
    title: msg`Track progress and growth`,
    text: msg`See each day with its mood and its weather, and how the two go together.`,
    drawing: (
      <>
        <path d="M24 44V22M24 30c-8 0-12-4-12-11 8 0 12 4 12 11zM24 24c0-8 4-13 13-13 0 8-5 13-13 13z" />
        <path className={styles.dotted} d="M8 44h32" />
      </>
    ),
  },
  {
    title: msg`Reduce stress and find inspiration`,
    text: msg`Put it down here and let the night be quiet.`,
    drawing: (
      <>
        <path d="M33 29A15 15 0 1 1 20 9a12 12 0 0 0 13 20z" />
        <circle className={styles.warm} cx="36" cy="12" r="2.5" />
        <path className={styles.dotted} d="M8 44h32" />
      </>
    ),
  },
];

export function FeatureCards() {
  return (
    <ul className={styles.cards}>
      {CARDS.map((card) => (
        <li key={card.title.id} className={styles.card}>
          <svg className={styles.drawing} width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
            {card.drawing}
          </svg>
          <h3 className={styles.title}>{i18n._(card.title)}</h3>
          <p className={styles.text}>{i18n._(card.text)}</p>
        </li>
      ))}
    </ul>
  );
}
