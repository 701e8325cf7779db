import { Choice } from '../../../components/forms/choice';
import { Section } from '../../../components/page/section';
import { setStill, useStill } from '../../../lib/motion';
import { setTemperatureUnit, useTemperatureUnit } from '../../../lib/temperature';
import { setTheme, useTheme } from '../../../lib/theme';
import { setWeekStart, useChosenWeekStart, WEEK_STARTS, weekdayInWords } from '../../../lib/dates/week-start';
import styles from './appearance.module.css';

const THEMES = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const MOTION = [
  { value: 'moving', label: 'Let things move' },
  { value: 'still', label: 'Keep everything still' },
] as const;

const TEMPERATURES = [
  { value: 'celsius', label: 'Celsius (°C)' },
  { value: 'fahrenheit', label: 'Fahrenheit (°F)' },
] as const;

const weeks = () =>
  [
    { value: 'region', label: 'As this device' },
    ...WEEK_STARTS.map((start) => ({ value: start, label: weekdayInWords(start) })),
  ] as const;

/** How this device shows the journal. The server does not store these settings. */
export function Appearance({ title }: { title: string }) {
  const theme = useTheme();
  const still = useStill();
  const unit = useTemperatureUnit();
  const weekStart = useChosenWeekStart();
  return (
    <Section title={title} intro="Kept on this device only, so your phone and your computer can differ.">
      <div className={styles.choices}>
        <Choice legend="Theme" options={THEMES} value={theme} onChange={setTheme} />
        <Choice
          legend="Motion"
          hint="If your device asks for less motion, everything stays still in any case."
          options={MOTION}
          value={still ? 'still' : 'moving'}
          onChange={(motion) => setStill(motion === 'still')}
        />
        <Choice legend="Temperature" options={TEMPERATURES} value={unit} onChange={setTemperatureUnit} />
        <Choice
          legend="Weeks begin on"
          options={weeks()}
          value={weekStart ?? 'region'}
          onChange={(start) => setWeekStart(start === 'region' ? undefined : start)}
        />
      </div>
    </Section>
  );
}
