import { DomainError } from '@inner-weather/contracts/messaging/errors';
import {
  ArrangeMoodsDto,
  MoodUsesDto,
  OwnMoodDto,
  OwnMoodFields,
  OwnMoodsDto,
} from '@inner-weather/contracts/moods/moods.dto';
import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { MOOD_PROBLEMS } from '@inner-weather/domain/problems/mood-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param } from '@nestjs/common';
import { Delete, Get, Put, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('moods', 'moods')
export class MoodsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', {
    summary: 'List my own moods',
    description:
      'Beside the six, which everybody has. An entry has the mood whose name, or one of whose former names, is its `inputMood`, whatever their case.',
    answer: OwnMoodsDto,
    scopes: ['entries:read'],
  })
  list(@CurrentSession() { user }: SignedIn): Promise<OwnMoodsDto> {
    return this.rpc.call('journal.list-moods', { userId: user.id });
  }

  @Put('', { summary: 'Put my own moods in order, and hide some of the six', answer: OwnMoodsDto })
  arrange(
    @CurrentSession() { user }: SignedIn,
    @Body() { ids, hidden }: ArrangeMoodsDto,
  ): Promise<OwnMoodsDto> {
    return this.rpc.call('journal.arrange-moods', { userId: user.id, ids, hidden });
  }

  @Get('uses', {
    summary: 'Count the entries of each mood, also of moods in own words',
    answer: MoodUsesDto,
    scopes: ['entries:read'],
  })
  uses(@CurrentSession() { user }: SignedIn): Promise<MoodUsesDto> {
    return this.rpc.call('journal.count-moods', { userId: user.id });
  }

  @Put(':id', {
    summary: 'Create or change a mood of my own',
    description: 'The client chooses the id, a UUID, so that a repeated request makes one mood.',
    answer: OwnMoodDto,
    problems: [400],
  })
  put(
    @CurrentSession() { user }: SignedIn,
    @Param('id') moodId: string,
    @Body() mood: OwnMoodFields,
  ): Promise<OwnMoodDto> {
    if (!OWN_ID_PATTERN.test(moodId))
      throw new DomainError('validation_failed', { ...problem(MOOD_PROBLEMS.own_mood_id), field: 'id' });
    return this.rpc.call('journal.put-mood', { userId: user.id, moodId, mood });
  }

  @Delete(':id', {
    summary: 'Delete a mood of my own',
    description: 'Its entries keep its name as a mood in own words.',
  })
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') moodId: string): Promise<void> {
    if (OWN_ID_PATTERN.test(moodId)) await this.rpc.call('journal.delete-mood', { userId: user.id, moodId });
  }
}
