import { OWN_ID_PATTERN } from '../own-lists/own-lists.js';
import { weekdayOf } from '../statistics/weekdays.js';
import { dayNumber } from '../time/local-time.js';

/** What an entry can begin with: questions and templates, a person's own beside ours. */

export const BEGINNING_LIMITS = {
  /** questions of a user, and characters of a question */
  questionsMax: 50,
  questionMax: 200,
  /** templates of a user, characters of a template's name, and of its text: all of them fit into one request */
  templatesMax: 30,
  templateNameMax: 60,
  templateTextMax: 1_500,
} as const;

/** The templates that everybody has, by the name in their links. */
export const OUR_TEMPLATES = ['thought-record', 'three-good-things', 'dream', 'weekly-review'] as const;
export type OurTemplate = (typeof OUR_TEMPLATES)[number];

/** What names a template in a link: the id of one's own, or the name of one of ours. */
export const TEMPLATE_PATTERN = new RegExp(`^(?:${OUR_TEMPLATES.join('|')})$|${OWN_ID_PATTERN.source}`);

/** The page that opens the form with a template in it. */
export const templatePath = (template: string): string => `/journal?template=${template}`;

export interface Question {
  _id: string;
  text: string;
  /** ISO weekdays on which it is asked; 1 is Monday. Empty: in turn with the others. */
  weekdays: number[];
  archived: boolean;
}

export interface Template {
  _id: string;
  name: string;
  /** What it fills the form with. */
  text: string;
}

/** What one person has beside ours. */
export interface Beginnings {
  questions: Question[];
  templates: Template[];
  /** Whether only one's own questions are asked. */
  onlyOwn: boolean;
  /** Those of our templates that are not offered. */
  hidden: OurTemplate[];
}

export const NO_BEGINNINGS: Beginnings = { questions: [], templates: [], onlyOwn: false, hidden: [] };

/**
 * The questions of a day, in the order in which they are shown: first those of its weekday, then one of one's own, which
 * changes daily and comes before ours on every other day. With `onlyOwn`, all of one's own, starting from another one
 * each day; ours only if there are no others.
 * @param day YYYY-MM-DD
 * @param ours our questions of that day
 */
export function questionsOn(
  day: string,
  { questions, onlyOwn }: Pick<Beginnings, 'questions' | 'onlyOwn'>,
  ours: readonly string[],
): string[] {
  const active = questions.filter(({ archived }) => !archived);
  const number = dayNumber(day);
  const ofWeekday = active.filter(({ weekdays }) => weekdays.includes(Number(weekdayOf(number))));
  const inTurn = active.filter(({ weekdays }) => weekdays.length === 0);
  const first = inTurn.length > 0 ? number % inTurn.length : 0;
  const turned = [...inTurn.slice(first), ...inTurn.slice(0, first)];
  const texts = (some: readonly Question[]) => some.map(({ text }) => text);
  if (onlyOwn && active.length > 0) return texts([...ofWeekday, ...turned]);
  const own = texts(turned.slice(0, 1));
  return [...texts(ofWeekday), ...(number % 2 === 0 ? [...own, ...ours] : [...ours, ...own])];
}
