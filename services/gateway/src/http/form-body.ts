import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const FORM = 'takesForm';

/** For a route whose body is a form, because a standard says so. All others refuse forms, which any page could send. */
export const TakesForm = (): MethodDecorator => RouteConfig({ [FORM]: true });

export function takesForm({ routeOptions }: FastifyRequest): boolean {
  const { [FORM]: takes } = (routeOptions.config ?? {}) as { [FORM]?: boolean };
  return takes === true;
}
