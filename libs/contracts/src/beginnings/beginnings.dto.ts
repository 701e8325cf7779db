import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import {
  BEGINNING_LIMITS,
  OUR_TEMPLATES,
  type OurTemplate,
} from '@inner-weather/domain/beginnings/beginnings';
import { BEGINNING_PROBLEMS } from '@inner-weather/domain/problems/beginning-problems';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { COUNT, Doc } from '../validation/documented.js';
import {
  HasNoRepeatedIds,
  HasNoRepeats,
  IsOneLine,
  IsValid,
  IsVisible,
  Length,
  says,
  wellFormedText,
} from '../validation/validators.js';

const { questionsMax, questionMax, templatesMax, templateNameMax, templateTextMax } = BEGINNING_LIMITS;

const QUESTION = says(BEGINNING_PROBLEMS.question_invalid, { max: questionMax });
const QUESTIONS = says(BEGINNING_PROBLEMS.questions_invalid, { max: questionsMax });
const TEMPLATE = says(BEGINNING_PROBLEMS.template_invalid, {
  nameMax: templateNameMax,
  textMax: templateTextMax,
});
const TEMPLATES = says(BEGINNING_PROBLEMS.templates_invalid, { max: templatesMax });
const HIDDEN = says(BEGINNING_PROBLEMS.beginnings_hidden);

/** A question of one's own. */
export class QuestionDto {
  @Doc({ format: 'uuid' })
  @Matches(OWN_ID_PATTERN, QUESTION)
  @IsString(QUESTION)
  _id: string;

  @Doc({ example: 'What did I do for my back?' })
  @IsOneLine(QUESTION)
  @IsVisible(QUESTION)
  @Length(1, questionMax, QUESTION)
  @IsString(QUESTION)
  text: string;

  @Doc('The ISO weekdays on which it is asked; 1 is Monday. Empty: in turn with the others.', {
    example: [7],
  })
  @Max(7, { ...QUESTION, each: true })
  @Min(1, { ...QUESTION, each: true })
  @IsInt({ ...QUESTION, each: true })
  @HasNoRepeats(QUESTION)
  @ArrayMaxSize(7, QUESTION)
  @IsArray(QUESTION)
  weekdays: number[];

  @Doc('An archived question is not asked.')
  @IsBoolean(QUESTION)
  archived: boolean;
}

/** A template of one's own. */
export class TemplateDto {
  @Doc({ format: 'uuid' })
  @Matches(OWN_ID_PATTERN, TEMPLATE)
  @IsString(TEMPLATE)
  _id: string;

  @Doc({ example: 'After therapy' })
  @IsOneLine(TEMPLATE)
  @IsVisible(TEMPLATE)
  @Length(1, templateNameMax, TEMPLATE)
  @IsString(TEMPLATE)
  name: string;

  @Doc('What it fills the form with.', { example: 'What stayed with me:\n\nWhat I want to try:' })
  @IsVisible(TEMPLATE)
  @Length(1, templateTextMax, TEMPLATE)
  @IsString(TEMPLATE)
  text: string;
}

/** The text of a template may have several lines. Its name is refused if it has more than one. */
const withWellFormedTexts = (templates: unknown): unknown =>
  Array.isArray(templates)
    ? templates.map((one: unknown) =>
        typeof one === 'object' && one !== null && 'text' in one
          ? { ...one, text: wellFormedText(one.text) }
          : one,
      )
    : templates;

/** PUT /beginnings. */
export class PutBeginningsDto {
  @Doc('The version that was read. It is increased by each change; 0 if there was none.', COUNT)
  @Min(0, says(BEGINNING_PROBLEMS.beginnings_version))
  @IsInt(says(BEGINNING_PROBLEMS.beginnings_version))
  version: number;

  @Doc('In the order in which they are asked. The client chooses their ids.', { type: [QuestionDto] })
  @HasNoRepeatedIds(QUESTIONS)
  @IsValid(QuestionDto, { ...QUESTION, each: true })
  @ArrayMaxSize(questionsMax, QUESTIONS)
  @IsArray(QUESTIONS)
  questions: QuestionDto[];

  @Doc('In the order in which they are offered. The client chooses their ids.', { type: [TemplateDto] })
  @Transform(({ value }: { value: unknown }) => withWellFormedTexts(value))
  @HasNoRepeatedIds(TEMPLATES)
  @IsValid(TemplateDto, { ...TEMPLATE, each: true })
  @ArrayMaxSize(templatesMax, TEMPLATES)
  @IsArray(TEMPLATES)
  templates: TemplateDto[];

  @Doc("Whether only one's own questions are asked.")
  @IsBoolean(says(BEGINNING_PROBLEMS.beginnings_only_own))
  onlyOwn: boolean;

  @Doc('The templates of this product that are not offered.')
  @HasNoRepeats(HIDDEN)
  @IsIn(OUR_TEMPLATES, { ...HIDDEN, each: true })
  @ArrayMaxSize(OUR_TEMPLATES.length, HIDDEN)
  @IsArray(HIDDEN)
  hidden: OurTemplate[];
}

/** GET /beginnings. */
export class BeginningsDto extends PutBeginningsDto {}
