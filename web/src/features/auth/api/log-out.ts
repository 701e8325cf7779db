import { expectOk, publicApi } from '../../../lib/api-client';

/** POST /logout: ends the cookie's session and the token's. A session that is over already is as good. */
export async function logOut(token: string | undefined): Promise<void> {
  const answer = await publicApi.POST('/api/logout', { headers: token ? { 'x-auth-token': token } : {} });
  if (answer.response.status !== 401) expectOk(answer);
}
