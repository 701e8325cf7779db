const HOUR = 60;

/** Minutes as `7:30`, which both a time of day and a duration are in a field. Times of day have two digits: `07:30`. */
export function clockOf(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / HOUR))}:${twoDigits(minutes % HOUR)}`;
}

/** Minutes of `7:30`, `7.5`, `7,5` or `7`, which are hours; undefined for anything else. */
export function minutesOf(text: string): number | undefined {
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim());
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]);
  const hours = /^\d{1,2}(?:[.,]\d{1,2})?$/.exec(text.trim());
  return hours ? Math.round(Number(hours[0].replace(',', '.')) * HOUR) : undefined;
}
