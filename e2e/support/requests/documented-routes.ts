import { readFileSync } from 'node:fs';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
}

interface Operation {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: { $ref: string } } } };
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
}

const FILE = new URL('../../../services/gateway/openapi.json', import.meta.url);
const DOCUMENT = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

/** Routes whose requests change nothing. */
export const reads = (route: string): boolean => route.startsWith('GET ');

/** Routes that end the sender's account or sessions, or change their password. */
const ENDINGS = [
  'POST /api/logout',
  'PATCH /api/user/me',
  'DELETE /api/user/me',
  'DELETE /api/user/me/sessions',
  'DELETE /api/user/me/sessions/{id}',
  // Where the sender is an administrator.
  'DELETE /api/admin/accounts/{id}/sessions',
];
export const endsSessions = (route: string): boolean => ENDINGS.includes(route);

/**
 * `METHOD path` of every route that the committed document knows: first those that read, then those that write, those that
 * remove what no later one names, and last those that end sessions, so that one person can send the requests of all others.
 */
export const ROUTES = Object.entries(DOCUMENT.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .sort((a, b) => turnOf(a) - turnOf(b));

function turnOf(route: string): number {
  if (reads(route)) return 0;
  if (endsSessions(route)) return 3;
  return route.startsWith('DELETE ') ? 2 : 1;
}

function waysInto(route: string): Record<string, string[]>[] {
  const [method = '', path = ''] = route.split(' ');
  return DOCUMENT.paths[path]?.[method.toLowerCase()]?.security ?? [];
}

/** Whether the document says that a route is for people who are signed in, and no cookie is enough. */
export const needsToken = (route: string): boolean =>
  waysInto(route).some((way) => 'token' in way) &&
  waysInto(route).every((way) => 'token' in way || 'accessToken' in way);

/** The scopes that an access token needs for a route; undefined if the document says that the route accepts none. */
export const scopesOf = (route: string): string[] | undefined =>
  waysInto(route).find((way) => 'accessToken' in way)?.accessToken;

/** Every parameter and every field of the body that the document knows of a route, such as `body.email`. */
export function documentedPlaces(route: string): string[] {
  const [method = '', path = ''] = route.split(' ');
  const operation = DOCUMENT.paths[path]?.[method.toLowerCase()];
  const reference = operation?.requestBody?.content['application/json']?.schema.$ref;
  const schema = DOCUMENT.components.schemas[reference?.split('/').at(-1) ?? ''];
  return [
    ...(operation?.parameters ?? []).map(({ name, in: part }) =>
      part === 'header' ? `headers.${name}` : `${part}.${name}`,
    ),
    ...Object.keys(schema?.properties ?? {}).map((name) => `body.${name}`),
  ].sort();
}
