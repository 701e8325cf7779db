/** The apps whose files are read, as they call themselves. */
export const APPS = [
  'Day One',
  'Daylio',
  'Bearable',
  'How We Feel',
  'Journey',
  'Diarium',
  'Journiv',
  'DailyTxT',
  'memos',
  'Obsidian',
  'jrnl',
  'Daily You',
  'Pixels',
  'Diaro',
  'Markdown',
  'CSV',
];
