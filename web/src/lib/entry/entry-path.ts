/** The address of the page of one entry. @param id the server's, or the first one of an entry that waits */
export const entryPath = (id: string): string => `/entries/${encodeURIComponent(id)}`;

/** The address of a search for the entries of a day, YYYY-MM-DD, which the journal page reads. */
export const journalOfDay = (day: string): string => `/journal#from=${day}&to=${day}`;

interface MeasuredEntries {
  /** Days YYYY-MM-DD, both included. */
  from: string;
  to: string;
  /** The id of the measure, and the value that its values are below. */
  measure: string;
  measureBelow?: number;
}

/** The address of a search for entries by what was measured, which the journal page reads. */
export const measuredPath = (wanted: MeasuredEntries): string =>
  `/journal#${new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)])).toString()}`;
