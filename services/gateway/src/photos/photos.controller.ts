import { Readable } from 'node:stream';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import {
  DescribePhotoDto,
  PhotoDto,
  PhotoIdsDto,
  PhotoQueryDto,
  PhotosDto,
  PhotoStorageDto,
} from '@inner-weather/contracts/photos/photos.dto';
import { PHOTO_ID_PATTERN } from '@inner-weather/contracts/photos/photo-id';
import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, Headers, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCookieAuth, ApiHeader, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matches } from '../headers/etag.js';
import { IdempotencyKey } from '../headers/idempotency-key.decorator.js';
import { TakesPhoto } from '../http/bodies.js';
import { ReadsPhoto } from '../limits/limits.js';
import { Get, NeedsToken, Post, Put } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { MediaClient } from './media-client.js';
import { PhotoReaderGuard } from './photo-reader.guard.js';

const MEGABYTE = 1_000_000;

/** In a window of its own, a photo is nothing but a picture. */
const NOTHING_ELSE = "default-src 'none'; sandbox";

@ApiTags('photos')
@Controller('photos')
export class PhotosController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly media: MediaClient,
  ) {}

  @Post('', {
    summary: 'Send a photo',
    description: `The body is the photo itself: JPEG, PNG, WebP, AVIF or GIF, of which the first picture counts, of at most ${LIMITS.photoBytesMax / MEGABYTE} MB and ${LIMITS.photoPixelsMax / MEGABYTE} megapixels. It is kept as WebP in two sizes, upright and without what cameras write into it, such as the place. A photo that is in no entry after a day is deleted.`,
    answer: PhotoDto,
    scopes: ['entries:write'],
  })
  @NeedsToken()
  @TakesPhoto()
  @ApiConsumes('image/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Repeating a request with the same key keeps one photo. The key must not be used for another photo.',
  })
  async send(
    @CurrentSession() { user }: SignedIn,
    @Req() request: FastifyRequest,
    @IdempotencyKey() idempotencyKey: string,
  ): Promise<PhotoDto> {
    const { body } = request;
    if (!(body instanceof Readable))
      throw new DomainError('unsupported_media_type', problem(PHOTO_PROBLEMS.photo_type));
    if (Number(request.headers['content-length'] ?? 0) > LIMITS.photoBytesMax) throw tooLarge();
    const begun = await this.rpc.call('media.begin-upload', { userId: user.id, idempotencyKey });
    return 'photo' in begun ? begun.photo : this.media.send(begun, body);
  }

  @Get('', {
    summary: 'Get what is known of photos, such as their size and description',
    answer: PhotosDto,
    scopes: ['entries:read'],
    problems: [400],
  })
  @NeedsToken()
  list(@CurrentSession() { user }: SignedIn, @Query() { ids }: PhotoIdsDto): Promise<PhotosDto> {
    return this.rpc.call('media.list-photos', { userId: user.id, photoIds: ids });
  }

  @Get('storage', {
    summary: 'Get the storage quota of my photos and its use',
    answer: PhotoStorageDto,
  })
  @NeedsToken()
  getStorage(@CurrentSession() { user }: SignedIn): Promise<PhotoStorageDto> {
    return this.rpc.call('media.get-storage', { userId: user.id });
  }

  @Get(':id', {
    summary: 'Get a photo',
    description:
      'As WebP. The cookie of a session is enough here, so that a page can show the photo by `<img>`. A photo never changes.',
    answer: { type: 'string', format: 'binary' },
    produces: 'image/webp',
    tagged: true,
    scopes: ['entries:read'],
    problems: [400, 404],
  })
  @ApiSecurity('token')
  @ApiCookieAuth()
  @UseGuards(PhotoReaderGuard)
  @ReadsPhoto()
  async get(
    @CurrentSession() { user }: SignedIn,
    @Param('id') photoId: string,
    @Query() { size }: PhotoQueryDto,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const opened = await this.rpc.call('media.open-photo', { userId: user.id, photoId: idOf(photoId), size });
    const etag = `"${photoId}-${size}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie, X-Auth-Token, Authorization');
    if (matches(ifNoneMatch, etag)) {
      await reply.status(304).send();
      return;
    }
    const picture = await this.media.open(opened);
    await reply
      .header('content-type', 'image/webp')
      .header('content-length', opened.bytes)
      .header('content-security-policy', NOTHING_ELSE)
      .send(picture);
  }

  @Put(':id/description', {
    summary: 'Describe a photo for people who cannot see it',
    answer: PhotoDto,
    scopes: ['entries:read', 'entries:write'],
    problems: [404],
  })
  @NeedsToken()
  describe(
    @CurrentSession() { user }: SignedIn,
    @Param('id') photoId: string,
    @Body() { description }: DescribePhotoDto,
  ): Promise<PhotoDto> {
    return this.rpc.call('media.describe-photo', { userId: user.id, photoId: idOf(photoId), description });
  }
}

/** Media is not asked about what cannot be an id. */
function idOf(text: string): string {
  if (PHOTO_ID_PATTERN.test(text)) return text;
  throw new DomainError('not_found', problem(PHOTO_PROBLEMS.no_such_photo));
}

const tooLarge = (): DomainError =>
  new DomainError(
    'payload_too_large',
    problem(PHOTO_PROBLEMS.photo_too_large, { max: LIMITS.photoBytesMax / MEGABYTE }),
  );
