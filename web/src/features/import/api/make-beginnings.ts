import { BEGINNING_LIMITS, type Beginnings } from '@inner-weather/domain/beginnings/beginnings';
import { changeBeginnings } from '../../../lib/beginnings/beginnings';

/**
 * Adds the questions and templates of a file that are not here yet, as far as there is room. Those that are here stay as
 * they are, and so do the switches, unless nothing of one's own is here.
 */
export async function makeBeginnings(found: Beginnings | undefined): Promise<void> {
  if (!found) return;
  const { questionsMax, templatesMax } = BEGINNING_LIMITS;
  await changeBeginnings((here) => {
    const isNew = here.questions.length + here.templates.length + here.hidden.length === 0;
    return {
      questions: together(here.questions, found.questions, questionsMax),
      templates: together(here.templates, found.templates, templatesMax),
      onlyOwn: isNew ? found.onlyOwn : here.onlyOwn,
      hidden: isNew ? found.hidden : here.hidden,
    };
  });
}

const together = <T extends { _id: string }>(here: readonly T[], found: readonly T[], max: number): T[] =>
  [...here, ...found.filter(({ _id }) => !here.some((one) => one._id === _id))].slice(0, max);
