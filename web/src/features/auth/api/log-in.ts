import { useMutation } from '@tanstack/react-query';
import { expectData, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { forgetLeaving } from '../../../lib/drafts/leaving';
import { openSession } from '../../../lib/api/session';

export type Credentials = components['schemas']['LoginDto'];

/** POST /login: the token, which holds the user. */
async function logIn(body: Credentials): Promise<string> {
  return expectData(await publicApi.POST('/api/login', { body })).token;
}

export function useLogIn() {
  return useMutation({
    mutationFn: logIn,
    onSuccess: (token) => {
      forgetLeaving();
      openSession(token);
    },
  });
}
