import { timeZoneInWords, timeZonesByArea } from '../../lib/dates/time-zones';

/** The time zones that this browser knows, as options of a select, by area. `chosen` is always among them. */
export function ZoneOptions({ chosen }: { chosen: string | null | undefined }) {
  return timeZonesByArea(chosen).map(([area, zones]) => (
    <optgroup key={area} label={area}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {timeZoneInWords(zone)}
        </option>
      ))}
    </optgroup>
  ));
}
