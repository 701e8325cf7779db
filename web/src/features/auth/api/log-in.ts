import { useMutation } from '@tanstack/react-query';
import { expectData, publicApi } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { forgetLeaving } from '../../../lib/vault/marks';
import { setSharedDevice } from '../../../lib/vault/shared-device';
import { beginSession } from '../../../lib/api/session';

export type Credentials = components['schemas']['LoginDto'];

/** POST /login: the token, which holds the user. */
async function logIn(body: Credentials): Promise<string> {
  return expectData(await publicApi.POST('/api/login', { body })).token;
}

/** @param isShared whether others use this device, so that nothing is kept on it */
export function useLogIn(isShared: boolean) {
  return useMutation({
    mutationFn: logIn,
    onSuccess: (token) => enter(token, isShared),
  });
}

/** Begins the session of a login. */
export async function enter(token: string, isShared: boolean): Promise<void> {
  forgetLeaving();
  setSharedDevice(isShared);
  await beginSession(token);
}
