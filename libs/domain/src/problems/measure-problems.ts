import { defineMessages } from '@inner-weather/languages/messages';

/** Problems with what a person measures. */
export const MEASURE_PROBLEMS = defineMessages('problem', {
  day_busy: 'This day is being changed. Please try again.',
  measure_bound: 'measureBelow and measureFrom must be numbers',
  measure_asked: 'askedOn must be one of {values}',
  measure_archived: 'archived must be true or false',
  measure_day: 'day must be a real day in the form YYYY-MM-DD',
  measure_day_sum: 'daySum must be one of {values}',
  measure_id: 'The id of a measure must be a UUID in lower case',
  measure_ids: 'ids must be a list of ids of measures, each of them once',
  measure_kind: 'kind must be one of {values}',
  measure_kind_stays: 'What a measure counts cannot be changed later. Archive it and make a new one.',
  measure_leaving: 'This measure is being deleted. Please try again in a few minutes.',
  measure_name_empty: 'Give it a name.',
  measure_name_length: 'A name must have 1 to {max} characters',
  measure_name_text: 'name must be text',
  measure_picture_length: 'A picture must have 1 to {max} characters',
  measure_picture_text: 'picture must be text',
  measure_unit_length: 'A unit must have at most {max} characters',
  measure_unit_text: 'unit must be text',
  measure_value: '{name} cannot have this value.',
  measure_value_number: 'value must be a number, or null for none',
  measures_full: 'There can be at most {max} measures at a time. Archive one that you do not use.',
  measures_full_in_all: 'There can be at most {max} measures, with those that are archived. Delete one.',
  measures_values: 'measures must be an object of numbers by the ids of measures',
  no_such_measure: 'There is no such measure.',
});
