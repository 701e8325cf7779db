import { t } from '@lingui/core/macro';
import { Choice } from '../../../components/forms/choices/choice';
import { setTemperatureUnit, useTemperatureUnit } from '../../../lib/weather/temperature';

const temperatures = () =>
  [
    { value: 'celsius', label: t`Celsius (°C)` },
    { value: 'fahrenheit', label: t`Fahrenheit (°F)` },
  ] as const;

/** The unit of temperatures on this device. */
export function TemperatureChoice() {
  const unit = useTemperatureUnit();
  return (
    <Choice legend={t`Temperature`} options={temperatures()} value={unit} onChange={setTemperatureUnit} />
  );
}
