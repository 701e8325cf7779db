import { useMutation, useQuery } from '@tanstack/react-query';
import type { components } from '../../../lib/api/api-types.gen';
import { api, expectData } from '../../../lib/api/api-client';
import { useShowAnswer } from '../../../lib/api/use-change';
import { useUser } from '../../../lib/api/session';
import { queryKey } from '../../../lib/query-keys';

/** What the user has agreed to. */
type AiConsent = Pick<components['schemas']['UserDto'], 'aiConsent' | 'measuresToAi'>;

const consentOf = ({ aiConsent, measuresToAi }: AiConsent): AiConsent => ({ aiConsent, measuresToAi });

/** GET /user/me: the outside models that the user has agreed to. Fetched only if an outside model is configured. */
export function useAiConsent(recipient: string | null | undefined) {
  const userId = useUser()?.id;
  return useQuery({
    queryKey: queryKey('aiConsent', userId),
    enabled: Boolean(recipient),
    queryFn: async ({ signal }) => consentOf(expectData(await api.GET('/api/user/me', { signal }))),
  });
}

/** PATCH /user/me: replaces the list of models that the user has agreed to, or what else they are sent. */
export function useSetAiConsent() {
  const show = useShowAnswer<AiConsent>({ queryKey: queryKey('aiConsent', useUser()?.id) });
  return useMutation({
    mutationFn: async (body: Partial<AiConsent>) => {
      const answer = expectData(await api.PATCH('/api/user/me', { body }));
      return consentOf('user' in answer ? answer.user : answer);
    },
    onSuccess: show,
  });
}
