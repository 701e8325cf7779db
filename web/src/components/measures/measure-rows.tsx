import { t } from '@lingui/core/macro';
import { isValueOf, type Measured, RANGES } from '@inner-weather/domain/measures/measures';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../forms/button';
import { cn } from '../../lib/cn';
import { isolate } from '../../lib/language/isolate';
import { numberInWords } from '../../lib/language/formats';
import type { Measure } from '../../lib/measures/measures';
import { valueInWords } from '../../lib/measures/value-in-words';
import { clockOf, inField, minutesOf, ofField } from '../../lib/measures/clock';
import { MeasurePicture } from './measure-picture';
import styles from './measures.module.css';

/** How many are shown before the others are asked for. */
const SHOWN_MAX = 5;

/** Minutes by which the buttons change a duration. */
const DURATION_STEP = 15;

interface MeasureRowsProps {
  measures: readonly Measure[];
  values: Measured;
  /** The last value of each, as a hint, and the day in words on which it was noted. */
  lastOf?: (measure: Measure) => { value: number; when: string } | undefined;
  /** @param value undefined if nothing is noted any more */
  onChange: (id: string, value: number | undefined) => void;
}

/** Asks for values: one row each, nothing is owed, and the same tap again takes an answer back. */
export default function MeasureRows({ measures, ...props }: MeasureRowsProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const shown = isUnfolded ? measures : measures.slice(0, SHOWN_MAX);
  const more = measures.length - shown.length;
  return (
    <>
      <ul className={styles.rows}>
        {shown.map((measure) => (
          <Row key={measure._id} measure={measure} {...props} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="plain" onClick={() => setIsUnfolded(true)}>
          {t({ message: `${more} more`, comment: 'Shows more of what can be measured' })}
        </Button>
      )}
    </>
  );
}

type RowProps = Omit<MeasureRowsProps, 'measures'> & { measure: Measure };

function Row({ measure, values, lastOf, onChange }: RowProps) {
  const id = useId();
  const value = values[measure._id];
  const last = value === undefined ? lastOf?.(measure) : undefined;
  const lastWords = last && valueInWords(measure, last.value);
  const when = last?.when;
  return (
    <li className={styles.row}>
      <div className={styles.asked}>
        <MeasurePicture picture={measure.picture} />
        <div>
          <p id={id} className={styles.name}>
            <bdi>{measure.name}</bdi>
          </p>
          {last && (
            <p className={styles.last}>
              {t({ message: `${when}: ${lastWords}`, comment: 'A day and the value of that day' })}
            </p>
          )}
        </div>
      </div>
      <div className={styles.control} role="group" aria-labelledby={id}>
        <Control
          measure={measure}
          value={value}
          last={last?.value}
          onChange={(next) => onChange(measure._id, next)}
        />
      </div>
    </li>
  );
}

interface ControlProps {
  measure: Measure;
  value: number | undefined;
  /** The last value before it, where there is none yet. */
  last?: number;
  onChange: (value: number | undefined) => void;
}

function Control(props: ControlProps): ReactNode {
  const { measure, value, onChange } = props;
  switch (measure.kind) {
    case 'yes-no':
      return (
        <Steps
          steps={[
            { value: 1, label: t({ message: 'Yes', context: 'measure' }) },
            { value: 0, label: t({ message: 'No', context: 'measure' }) },
          ]}
          {...{ value, onChange }}
        />
      );
    case 'scale-5':
      return (
        <Steps
          steps={[1, 2, 3, 4, 5].map((step) => ({ value: step, label: numberInWords(step) }))}
          {...{ value, onChange }}
        />
      );
    case 'scale-10':
      return <Slider {...props} />;
    case 'number':
    case 'duration':
      return <Stepper {...props} />;
    case 'time':
      return (
        <input
          type="time"
          className={styles.figure}
          aria-label={measure.name}
          value={value === undefined ? '' : clockOf(value)}
          onChange={({ target }) => onChange(minutesOf(target.value))}
        />
      );
  }
}

interface StepsProps {
  steps: readonly { value: number; label: string }[];
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function Steps({ steps, value, onChange }: StepsProps) {
  return (
    <div className={styles.steps}>
      {steps.map((step) => (
        <button
          key={step.value}
          type="button"
          className={styles.step}
          aria-pressed={step.value === value}
          onClick={() => onChange(step.value === value ? undefined : step.value)}
        >
          {step.label}
        </button>
      ))}
    </div>
  );
}

function Slider({ measure, value, onChange }: ControlProps) {
  const { min, max } = RANGES[measure.kind];
  /** Where it is while it is moved. */
  const [moved, setMoved] = useState<number>();
  const slider = useRef<HTMLInputElement>(null);
  const note = () => {
    setMoved(undefined);
    const chosen = slider.current?.valueAsNumber;
    if (chosen !== value) onChange(chosen);
  };
  const noteLetGo = useEffectEvent(note);
  // Browsers say `change` when it is let go, and React for each step on the way.
  useEffect(() => {
    const input = slider.current;
    const listener = () => noteLetGo();
    input?.addEventListener('change', listener);
    return () => input?.removeEventListener('change', listener);
  }, []);
  const shown = moved ?? value;
  return (
    <>
      <input
        ref={slider}
        type="range"
        className={cn(styles.slider, shown === undefined && styles.unset)}
        aria-label={measure.name}
        aria-valuetext={shown === undefined ? t`Nothing noted` : valueInWords(measure, shown)}
        min={min}
        max={max}
        value={shown ?? (min + max) / 2}
        onChange={({ target }) => setMoved(target.valueAsNumber)}
        // Where it stands at first is no change.
        onClick={note}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          note();
        }}
      />
      <output className={styles.output}>{shown === undefined ? '–' : numberInWords(shown)}</output>
      {value !== undefined && <Clear name={measure.name} onClick={() => onChange(undefined)} />}
    </>
  );
}

function Stepper({ measure, value, last, onChange }: ControlProps) {
  const { kind, name } = measure;
  const noteId = useId();
  const { min, max, digits } = RANGES[kind];
  const step = kind === 'duration' ? DURATION_STEP : 1;
  const fieldOf = (one: number | undefined) => (one === undefined ? '' : inField(kind, one));
  /** What is typed, until it is left, or as long as it is wrong. */
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? value : ofField(kind, typed);
  const isWrong =
    typed !== undefined && typed.trim() !== '' && !(parsed !== undefined && isValueOf(kind, parsed));
  const leave = () => {
    if (isWrong) return;
    if (typed !== undefined && parsed !== value) onChange(parsed);
    setTyped(undefined);
  };
  const within = (one: number) => Math.max(min, Math.min(max, one));
  const by = (change: number): number => {
    // Nights are much alike: the first step is what the last one was, and not a quarter of an hour.
    const first = kind === 'duration' ? last : undefined;
    const from = isWrong ? value : parsed;
    // 2.3 - 1 is 1.2999999999999998.
    const counted = Number(((from ?? 0) + change).toFixed(digits));
    const next = from === undefined && first !== undefined ? first : within(counted);
    onChange(next);
    return next;
  };
  const isolated = isolate(name);
  const example = inField(kind, kind === 'duration' ? 450 : 5);
  return (
    <>
      <button
        type="button"
        className={styles.round}
        aria-label={t`Less: ${isolated}`}
        disabled={value === undefined || value <= min}
        onClick={() => by(-step)}
      >
        −
      </button>
      <input
        className={styles.figure}
        inputMode={kind === 'duration' ? 'text' : 'decimal'}
        autoComplete="off"
        aria-label={name}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? noteId : undefined}
        placeholder="–"
        dir={typed === undefined ? 'auto' : 'ltr'}
        value={typed ?? (value === undefined ? '' : valueInWords(measure, value))}
        onFocus={() => setTyped(typed ?? fieldOf(value))}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            if (!isWrong && parsed !== value) onChange(parsed);
          }
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          setTyped(fieldOf(by(event.key === 'ArrowUp' ? step : -step)));
        }}
      />
      <button
        type="button"
        className={styles.round}
        aria-label={t`More: ${isolated}`}
        disabled={value !== undefined && value >= max}
        onClick={() => by(step)}
      >
        +
      </button>
      {value !== undefined && <Clear name={name} onClick={() => onChange(undefined)} />}
      {isWrong && (
        <p id={noteId} className={styles.wrong}>
          {t`Write a value such as ${example}.`}
        </p>
      )}
    </>
  );
}

function Clear({ name, onClick }: { name: string; onClick: () => void }) {
  const isolated = isolate(name);
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={t`Note nothing: ${isolated}`}
      onClick={onClick}
    >
      ×
    </button>
  );
}
