import { expectOk, publicApi } from './api-client';

/**
 * POST /logout: ends the sessions of cookie and token. A session that has already ended is not an error. Answers the page
 * that ends the session at a provider as well, if one has opened it.
 */
export async function logOut(token: string | undefined): Promise<string | undefined> {
  const answer = await publicApi.POST('/api/logout', { headers: token ? { 'x-auth-token': token } : {} });
  if (answer.response.status !== 401) expectOk(answer);
  return answer.data?.url ?? undefined;
}
