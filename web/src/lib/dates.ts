/** The browser's time zone, as an IANA name; the server turns days into moments with it. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day, YYYY-MM-DD, on which a moment falls in a time zone. */
export function dayOf(moment: string | Date, zone: string): string {
  let format = dayFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(new Date(moment)).map((part) => [part.type, part.value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Today, YYYY-MM-DD, in a time zone. */
export function today(zone: string): string {
  return dayOf(new Date(), zone);
}

/** A day or a range of days in words. Days are YYYY-MM-DD; one day alone is named once. */
export function rangeInWords(startDate: string, endDate: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const start = new Date(`${startDate}T00:00:00Z`);
  const end = new Date(`${endDate}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return `${startDate} – ${endDate}`;
  return format.formatRange(start, end);
}

/** A moment in words, with its time of day, in the reader's time zone. */
export function momentInWords(moment: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(moment));
}
