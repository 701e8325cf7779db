import { finished } from 'node:stream';
import { todayIn } from '@inner-weather/domain/time/local-time';
import { ByteBudget } from '@inner-weather/platform/limits/byte-budget';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LargeReads } from '../limits/large-reads.js';
import { MediaClient } from '../photos/media-client.js';
import { Get, SignedInController } from '../openapi/route.js';
import { accountOf, CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { archiveOf } from './archive.js';
import { OwnData } from './own-data.js';

/** The most bytes of compressed pages that one export keeps to write several files from them: about 25 MB of entries. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Four exports at a time may keep pages. Any other reads the data for each file, so that it does not have to wait. */
const KEPT = { bytes: 4 * KEPT_BYTES, waitingMax: 0, waitMs: 0 };

@SignedInController('account', 'user/me/export')
export class ExportController {
  private readonly kept = new ByteBudget(KEPT);

  constructor(
    private readonly rpc: RpcClient,
    private readonly largeReads: LargeReads,
    private readonly media: MediaClient,
  ) {}

  @Get('', {
    summary: 'Export all my data as a ZIP file',
    description:
      'The answer is streamed. An error during the transfer closes the connection, which HTTP/1.0 cannot tell from a normal end. A file is complete only if it is a valid ZIP: its directory is sent last. `inner-weather.json` can be imported again.',
    answer: { type: 'string', format: 'binary' },
    headers: { 'Content-Disposition': { schema: { type: 'string' } } },
    produces: 'application/zip',
  })
  async export(@CurrentSession() signedIn: SignedIn, @Res() reply: FastifyReply): Promise<void> {
    await this.largeReads.run(signedIn.user.id, reply, () => this.answer(signedIn, reply));
  }

  private async answer({ user, sid }: SignedIn, reply: FastifyReply): Promise<void> {
    const ofAccount = await this.rpc.call('auth.get-export', { userId: user.id, sessionId: sid });
    const { vapidPublicKey: _key, ...reminders } = await this.rpc.call('reminders.get', accountOf(user));
    const { measures } = await this.rpc.call('journal.list-measures', { userId: user.id });
    const { moods, hidden } = await this.rpc.call('journal.list-moods', { userId: user.id });
    const { version: _version, ...beginnings } = await this.rpc.call('journal.get-beginnings', {
      userId: user.id,
    });
    const hold = await this.kept.take(KEPT_BYTES, user.id).catch(() => undefined);
    const data = new OwnData(this.rpc, this.media, user.id, hold ? KEPT_BYTES : 0);
    try {
      // Finds out whether a service is unavailable while an error can still be answered.
      await data.probe();
    } catch (error) {
      hold?.release();
      throw error;
    }
    const now = new Date();
    const day = todayIn(user.timeZone ?? 'UTC', now.getTime(), user.dayEndsAt);
    const { language } = user;
    const ofPerson = { ...ofAccount, reminders, measures, moods, hiddenMoods: hidden, beginnings };
    const archive = archiveOf({ ...ofPerson, exportedAt: now, language, data });
    finished(archive, () => hold?.release());
    await reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="inner-weather-${day}.zip"`)
      .send(archive);
  }
}
