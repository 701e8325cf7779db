import { useMutation } from '@tanstack/react-query';
import { expectData, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { forgetLeaving } from '../../../lib/vault/marks';
import { setSharedDevice } from '../../../lib/vault/shared-device';
import { beginSession } from '../../../lib/api/session';
import { beginFirstRun } from '../../../lib/account/first-run';

export type SignUp = components['schemas']['SignUpDto'];

/** POST /user/new: the token, which holds the new user. */
async function signUp(body: SignUp): Promise<string> {
  return expectData(await publicApi.POST('/api/user/new', { body })).token;
}

/** @param isShared whether others use this device, so that nothing is kept on it */
export function useSignUp(isShared: boolean) {
  return useMutation({
    mutationFn: signUp,
    onSuccess: async (token) => {
      forgetLeaving();
      setSharedDevice(isShared);
      beginFirstRun((await beginSession(token)).id);
    },
  });
}
