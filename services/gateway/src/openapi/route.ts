import type { AccessTokenScope } from '@inner-weather/contracts/accounts/access-tokens.dto';
import {
  applyDecorators,
  type CanActivate,
  Controller,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type Type,
  UseGuards,
} from '@nestjs/common';
import {
  ApiExcludeEndpoint,
  ApiHeader,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  type ApiResponseSchemaHost,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { NeedsScope } from '../access-tokens/access-token.guard.js';
import { ETAG, IF_NONE_MATCH, IsTagged, UNCHANGED } from '../headers/etag.js';
import { TokenGuard } from '../sessions/token.guard.js';

/** What the OpenAPI document says of a route, besides its path, its parameters and the names of its code. */
interface RouteDocs {
  summary: string;
  description?: string;
  /** Absent: of the controller and the method. */
  operationId?: string;
  /** The class of the answer, in brackets if it is a list of them. Absent: the answer has no body. */
  answer?: Type | [Type] | ApiResponseSchemaHost['schema'];
  /** Absent: 201 for a POST with an answer, 200 for others, 204 without an answer. */
  status?: number;
  meaning?: string;
  headers?: ApiResponseSchemaHost['headers'];
  /** The type of an answer that is not JSON. */
  produces?: string;
  /** Whether the answer has an ETag, and is 304 to a client that has it already: see tagAnswers. */
  tagged?: boolean;
  /** The scopes that an access token needs. Absent: the route refuses access tokens. */
  scopes?: AccessTokenScope[];
  /** The statuses of errors, besides those that each route of its kind answers: see addProblems. */
  problems?: number[];
}

/** For a route that only browsers are led to. */
export const HIDDEN = 'hidden';

const isClass = (answer: RouteDocs['answer']): answer is Type | [Type] =>
  typeof answer === 'function' || Array.isArray(answer);

const route =
  (method: RequestMethod) =>
  (path: string, docs: RouteDocs | typeof HIDDEN): MethodDecorator => {
    const mapping = RequestMapping({ path, method });
    if (docs === HIDDEN) return applyDecorators(mapping, ApiExcludeEndpoint());
    const { summary, description, operationId, answer, meaning, produces, tagged, scopes } = docs;
    const usual = answer ? (method === RequestMethod.POST ? 201 : 200) : 204;
    const status = docs.status ?? usual;
    const headers = tagged ? { ...ETAG, ...docs.headers } : docs.headers;
    const content = isClass(answer) ? { type: answer } : answer && { schema: answer };
    return applyDecorators(
      mapping,
      HttpCode(status),
      ApiOperation({ summary, ...(description && { description }), ...(operationId && { operationId }) }),
      ApiResponse({
        status,
        description: meaning ?? '',
        ...(headers && { headers }),
        ...content,
      }),
      ...(tagged ? [IsTagged(), ApiHeader(IF_NONE_MATCH), ApiResponse(UNCHANGED)] : []),
      ...(produces ? [ApiProduces(produces)] : []),
      ...(scopes ? [NeedsScope(...scopes)] : []),
      // Their descriptions are written once: see addProblems.
      ...(docs.problems ?? []).map((problem) => ApiResponse({ status: problem, description: '' })),
    );
  };

export const Get = route(RequestMethod.GET);
export const Post = route(RequestMethod.POST);
export const Put = route(RequestMethod.PUT);
export const Patch = route(RequestMethod.PATCH);
export const Delete = route(RequestMethod.DELETE);

/** For routes that need the token of a session. */
export const NeedsToken = (...guards: Type<CanActivate>[]): ClassDecorator & MethodDecorator =>
  applyDecorators(ApiSecurity('token'), UseGuards(TokenGuard, ...guards));

/** A controller of which every route needs the token of a session, and passes the guards. */
export const SignedInController = (
  tag: string,
  path: string,
  ...guards: Type<CanActivate>[]
): ClassDecorator => applyDecorators(ApiTags(tag), Controller(path), NeedsToken(...guards));
