import { LIMITS } from '@inner-weather/domain/limits';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The default limit of a body, in bytes. */
export const BODY_BYTES_MAX = LIMITS.smallBodyBytesMax;

const CONFIG = 'bodyBytesMax';

/** The field of a body whose items are validated separately. An item that is too complex becomes an empty object. */
export const JUDGED_LIST = 'judgedList';

/** For a route whose body has free text. */
export const TakesText = (options: { [JUDGED_LIST]?: string } = {}): MethodDecorator =>
  RouteConfig({ [CONFIG]: LIMITS.bodyBytesMax, ...options });

const PHOTO = 'takesPhoto';

/** For a route whose body is a photo, which is passed on as it arrives. */
export const TakesPhoto = (): MethodDecorator =>
  RouteConfig({ [CONFIG]: LIMITS.photoBytesMax, [PHOTO]: true });

export const takesPhoto = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { [PHOTO]?: boolean } | undefined)?.[PHOTO] === true;

/** Gives each route the limit of its decorator. Must be called before the routes are registered. */
export function boundBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const bytes = (route.config as Record<string, unknown> | undefined)?.[CONFIG];
    if (typeof bytes === 'number') route.bodyLimit = bytes;
  });
}

const FORM = 'takesForm';

/** For a route whose body is a form, because a standard says so. All others refuse forms, which any page could send. */
export const TakesForm = (): MethodDecorator => RouteConfig({ [FORM]: true });

export function takesForm({ routeOptions }: FastifyRequest): boolean {
  const { [FORM]: takes } = (routeOptions.config ?? {}) as { [FORM]?: boolean };
  return takes === true;
}
