import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import {
  BEGINNING_LIMITS,
  type Beginnings,
  OUR_TEMPLATES,
  type Question,
  type Template,
} from '@inner-weather/domain/beginnings/beginnings';
import { lengthOf } from '@inner-weather/domain/text/length';
import { isVisible } from '@inner-weather/domain/text/visible';
import { list, record, text } from './files/reading';

const { questionMax, templateNameMax, templateTextMax } = BEGINNING_LIMITS;

/** The questions and templates of an export, without those that nobody could have; undefined if there are none. */
export function beginningsIn(value: unknown): Beginnings | undefined {
  const { questions, templates, onlyOwn, hidden } = record(value);
  const found: Beginnings = {
    questions: list(questions).flatMap(questionOf),
    templates: list(templates).flatMap(templateOf),
    onlyOwn: onlyOwn === true,
    hidden: OUR_TEMPLATES.filter((name) => list(hidden).includes(name)),
  };
  return found.questions.length + found.templates.length + found.hidden.length > 0 ? found : undefined;
}

function questionOf(item: unknown): Question[] {
  const { _id, text: words, weekdays, archived } = record(item);
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => list(weekdays).includes(day));
  const question = { _id: text(_id), text: text(words), weekdays: days, archived: archived === true };
  return isId(question._id) && isText(question.text, questionMax) ? [question] : [];
}

function templateOf(item: unknown): Template[] {
  const { _id, name, text: words } = record(item);
  const template = { _id: text(_id), name: text(name), text: text(words) };
  const isWhole = isText(template.name, templateNameMax) && isText(template.text, templateTextMax);
  return isId(template._id) && isWhole ? [template] : [];
}

const isId = (id: string): boolean => OWN_ID_PATTERN.test(id);
const isText = (words: string, max: number): boolean => isVisible(words) && lengthOf(words) <= max;
