import { expectData, publicApi } from './api-client';

/**
 * POST /logout: ends the sessions of cookie and token. A session that has already ended is not an error. Answers the page
 * that ends the session at a provider as well, if one has opened it.
 */
export async function logOut(token: string | undefined): Promise<string | undefined> {
  const answer = await publicApi.POST('/api/logout', { headers: token ? { 'x-auth-token': token } : {} });
  const { status } = answer.response;
  return status === 204 || status === 401 ? undefined : (expectData(answer).url ?? undefined);
}
