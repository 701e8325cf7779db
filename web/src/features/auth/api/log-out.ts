import { expectOk, publicApi } from '../../../lib/api/api-client';

/** POST /logout: ends the sessions of cookie and token. A session that has already ended is not an error. */
export async function logOut(token: string | undefined): Promise<void> {
  const answer = await publicApi.POST('/api/logout', { headers: token ? { 'x-auth-token': token } : {} });
  if (answer.response.status !== 401) expectOk(answer);
}
