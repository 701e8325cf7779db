import { deriveAllDocs } from '@inner-weather/contracts/validation/documented';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addProblems } from './problems.js';
import { ProblemDto, StaleProblemDto } from './problem.dto.js';

/** The OpenAPI 3.1 document of every route, from the controllers and the DTO classes. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Inner Weather')
    .setDescription(
      'A private mood journal. Entries have a mood and the weather; insights describe patterns in them.',
    )
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-auth-token', description: 'The token from POST /login.' },
      'token',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'iw_…',
        description:
          'An access token from POST /user/me/access-tokens, for scripts. Only the routes that name this scheme accept it, if it has each of the scopes that they list: `entries:read` reads entries, and `entries:write` adds entries or, together with `entries:read`, changes and deletes them. All other routes answer 403.',
      },
      'accessToken',
    )
    .addCookieAuth('token', {
      type: 'apiKey',
      in: 'cookie',
      description: 'Used only by GET /session and POST /logout.',
    })
    .build();
  deriveAllDocs();
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ProblemDto, StaleProblemDto],
    operationIdFactory: (controller, method) =>
      `${controller.replace('Controller', '').toLowerCase()}.${method}`,
  });
  addProblems(document);
  return document;
}
