import { defineMessages } from '@inner-weather/languages/messages';

/** Problems with questions and templates of one's own. */
export const BEGINNING_PROBLEMS = defineMessages('problem', {
  beginnings_changed: 'Your questions and templates have been changed elsewhere. Please try again.',
  beginnings_hidden: 'hidden must be a list of names of our templates, each of them once',
  beginnings_only_own: 'onlyOwn must be true or false',
  beginnings_version: 'version must be the version that you read',
  question_invalid:
    'A question needs a UUID in lower case as its _id, 1 to {max} characters on one line, weekdays from 1 (Monday) to 7, and archived',
  questions_invalid: 'questions must be a list with at most {max} questions, each of them once',
  template_invalid:
    'A template needs a UUID in lower case as its _id, a name with 1 to {nameMax} characters, and a text with 1 to {textMax}',
  template_unknown: 'template must be the id of a template, or null for none',
  templates_invalid: 'templates must be a list with at most {max} templates, each of them once',
});
