import { t } from '@lingui/core/macro';
import { Choice } from '../../../components/forms/choices/choice';
import { Section } from '../../../components/page/section';
import { setStill, useStill } from '../../../lib/screen/motion';
import { setTheme, useTheme } from '../../../lib/screen/theme';
import { setWeekStart, useChosenWeekStart, WEEK_STARTS, weekdayInWords } from '../../../lib/dates/week-start';
import { beginningLarge } from '../../../lib/language/formats';
import styles from './appearance.module.css';
import { TemperatureChoice } from './temperature-choice';

const themes = () =>
  [
    { value: 'system', label: t`As this device` },
    { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
    { value: 'dark', label: t({ message: 'Dark', context: 'theme' }) },
  ] as const;

const motions = () =>
  [
    { value: 'moving', label: t`Let things move` },
    { value: 'still', label: t`Keep everything still` },
  ] as const;

const weeks = () =>
  [
    { value: 'region', label: t`As this device` },
    ...WEEK_STARTS.map((start) => ({ value: start, label: beginningLarge(weekdayInWords(start)) })),
  ] as const;

/** How this device shows the journal. The server does not store these settings. */
export function Appearance({ title }: { title: string }) {
  const theme = useTheme();
  const still = useStill();
  const weekStart = useChosenWeekStart();
  return (
    <Section
      title={title}
      intro={t`Kept on this device only, so your phone and your computer can differ. A change takes effect at once.`}
    >
      <div className={styles.choices}>
        <Choice legend={t`Theme`} options={themes()} value={theme} onChange={setTheme} />
        <Choice
          legend={t`Motion`}
          hint={t`If your device asks for less motion, everything stays still in any case.`}
          options={motions()}
          value={still ? 'still' : 'moving'}
          onChange={(motion) => setStill(motion === 'still')}
        />
        <TemperatureChoice />
        <Choice
          legend={t`Weeks begin on`}
          options={weeks()}
          value={weekStart ?? 'region'}
          onChange={(start) => setWeekStart(start === 'region' ? undefined : start)}
        />
      </div>
    </Section>
  );
}
