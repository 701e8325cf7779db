import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { ArrangeMoodsDto, OwnMoodFields } from '@inner-weather/contracts/moods/moods.dto';
import { inOrder } from '@inner-weather/domain/own-lists/own-lists';
import { MOOD_NAMES } from '@inner-weather/domain/entries/mood-names';
import { comparableMood, MOODS } from '@inner-weather/domain/entries/moods';
import {
  comparableNamesOf,
  isEmoji,
  type MoodList,
  Moods,
  OWN_MOOD_LIMITS,
  type OwnMood,
} from '@inner-weather/domain/entries/own-moods';
import { MOOD_PROBLEMS } from '@inner-weather/domain/problems/mood-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import { translatorOf } from '@inner-weather/languages/translator';
import { Injectable } from '@nestjs/common';
import { OwnListsRepository } from '../own-lists/own-lists.repository.js';

/** The names of the six in all languages, in which the page takes them for the six. */
const PRESET_NAMES: ReadonlySet<string> = new Set(
  LANGUAGE_TAGS.flatMap((language) => {
    const write = translatorOf(language);
    return MOODS.map((mood) => comparableMood(write(MOOD_NAMES[mood])));
  }),
);

/** Moods of people's own, and which of the six they hide. */
@Injectable()
export class MoodsService {
  constructor(private readonly lists: OwnListsRepository) {}

  async list(userId: string): Promise<MoodList> {
    return (await this.lists.find(userId, 'moods')).content;
  }

  /** What the moods of a person's entries are. */
  async of(userId: string): Promise<Moods> {
    return new Moods(await this.list(userId));
  }

  /** Creates or changes a mood. Throws `validation_failed` if there are too many, or if one of its names is taken. */
  async put(userId: string, _id: string, fields: OwnMoodFields): Promise<OwnMood> {
    const { name, colour, eyes, mouth, emoji, score, archived } = fields;
    if (emoji !== '' && !isEmoji(emoji)) throw refused(problem(MOOD_PROBLEMS.own_mood_emoji), 'emoji');
    let mood: OwnMood = { _id, name, formerNames: [], colour, eyes, mouth, emoji, score, archived };
    await this.lists.change(userId, 'moods', ({ content: { moods, hidden }, leaving }) => {
      const existing = moods.find((one) => one._id === _id);
      const formerNames = formerNamesOf(name, [
        ...(fields.formerNames ?? existing?.formerNames ?? []),
        ...(existing ? [existing.name] : []),
      ]);
      mood = { ...mood, formerNames };
      assertNamesFree(
        mood,
        moods.filter((one) => one !== existing),
      );
      const changed = existing ? moods.map((one) => (one === existing ? mood : one)) : [...moods, mood];
      assertRoom(changed);
      return { content: { moods: changed, hidden }, leaving };
    });
    return mood;
  }

  /** Puts own moods in order and hides some of the six. */
  async arrange(userId: string, { ids = [], hidden }: ArrangeMoodsDto): Promise<MoodList> {
    const { content } = await this.lists.change(userId, 'moods', ({ content: list, leaving }) => ({
      content: { moods: inOrder(list.moods, ids), hidden: hidden ?? list.hidden },
      leaving,
    }));
    return content;
  }

  /** Its entries keep its name as words. */
  async delete(userId: string, moodId: string): Promise<void> {
    await this.lists.change(userId, 'moods', ({ content: { moods, hidden }, leaving }) => ({
      content: { moods: moods.filter(({ _id }) => _id !== moodId), hidden },
      leaving,
    }));
  }
}

/** Each name once, without the present one. */
function formerNamesOf(name: string, names: string[]): string[] {
  const byComparable = new Map(names.map((one) => [comparableMood(one), one]));
  byComparable.delete(comparableMood(name));
  if (byComparable.size > OWN_MOOD_LIMITS.formerNamesMax)
    throw refused(problem(MOOD_PROBLEMS.own_mood_former_full), 'name');
  return [...byComparable.values()];
}

/** Throws `validation_failed` if an entry could have two moods. */
function assertNamesFree(mood: OwnMood, others: readonly OwnMood[]): void {
  const taken = new Map(
    others.flatMap((other) => comparableNamesOf(other).map((name) => [name, other] as const)),
  );
  for (const [index, name] of [mood.name, ...mood.formerNames].entries()) {
    const field = index === 0 ? 'name' : 'formerNames';
    const comparable = comparableMood(name);
    if (PRESET_NAMES.has(comparable)) throw refused(problem(MOOD_PROBLEMS.own_mood_preset, { name }), field);
    const other = taken.get(comparable);
    if (!other) continue;
    throw refused(
      comparableMood(other.name) === comparable
        ? problem(MOOD_PROBLEMS.own_mood_taken, { name })
        : problem(MOOD_PROBLEMS.own_mood_taken_before, { name, other: other.name }),
      field,
    );
  }
}

function assertRoom(moods: readonly OwnMood[]): void {
  const { activeMax, allMax } = OWN_MOOD_LIMITS;
  if (moods.filter(({ archived }) => !archived).length > activeMax)
    throw refused(problem(MOOD_PROBLEMS.own_moods_full, { max: activeMax }), 'archived');
  if (moods.length > allMax)
    throw refused(problem(MOOD_PROBLEMS.own_moods_full_in_all, { max: allMax }), 'archived');
}

const refused = (detail: ReturnType<typeof problem>, field: string): DomainError =>
  new DomainError('validation_failed', { ...detail, field });
