import { isDeepStrictEqual } from 'node:util';
import type { BeginningsDto, PutBeginningsDto } from '@inner-weather/contracts/beginnings/beginnings.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { Beginnings } from '@inner-weather/domain/beginnings/beginnings';
import { BEGINNING_PROBLEMS } from '@inner-weather/domain/problems/beginning-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { OwnListsRepository } from '../own-lists/own-lists.repository.js';

/** Questions and templates of one's own. */
@Injectable()
export class BeginningsService {
  constructor(private readonly lists: OwnListsRepository) {}

  async get(userId: string): Promise<BeginningsDto> {
    const { version, content } = await this.lists.find(userId, 'beginnings');
    return { version, ...content };
  }

  /** Throws `changed_meanwhile` if this is not the version any more, unless it is already as it should become. */
  async put(userId: string, { version, ...written }: PutBeginningsDto): Promise<BeginningsDto> {
    const wanted = known(written);
    const here = await this.get(userId);
    if (isDeepStrictEqual(here, { ...wanted, version: here.version })) return here;
    await this.lists.change(userId, 'beginnings', (list, current) => {
      if (current !== version)
        throw new DomainError('changed_meanwhile', problem(BEGINNING_PROBLEMS.beginnings_changed));
      return { ...list, content: wanted };
    });
    return { version: version + 1, ...wanted };
  }
}

/** Only the fields that these have. */
const known = ({ questions, templates, onlyOwn, hidden }: Beginnings): Beginnings => ({
  questions: questions.map(({ _id, text, weekdays, archived }) => ({ _id, text, weekdays, archived })),
  templates: templates.map(({ _id, name, text }) => ({ _id, name, text })),
  onlyOwn,
  hidden,
});
