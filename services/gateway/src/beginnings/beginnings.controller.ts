import { BeginningsDto, PutBeginningsDto } from '@inner-weather/contracts/beginnings/beginnings.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body } from '@nestjs/common';
import { TakesText } from '../http/bodies.js';
import { Get, Put, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('beginnings', 'beginnings')
export class BeginningsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', {
    summary: 'Get my questions and templates',
    description: 'What an entry can begin with, beside the questions and templates of this product.',
    answer: BeginningsDto,
  })
  get(@CurrentSession() { user }: SignedIn): Promise<BeginningsDto> {
    return this.rpc.call('journal.get-beginnings', { userId: user.id });
  }

  @TakesText()
  @Put('', {
    summary: 'Replace my questions and templates',
    description:
      'All of them, in their order. It is refused if they have been changed since they were read. Repeating it changes nothing.',
    answer: BeginningsDto,
    problems: [409],
  })
  put(@CurrentSession() { user }: SignedIn, @Body() beginnings: PutBeginningsDto): Promise<BeginningsDto> {
    return this.rpc.call('journal.put-beginnings', { userId: user.id, beginnings });
  }
}
