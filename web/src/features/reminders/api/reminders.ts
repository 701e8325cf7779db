import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { useShowAnswer } from '../../../lib/api/use-change';
import { endSubscription } from '../../../lib/push/subscription';
import { keepReminded } from '../../../lib/push/reminded';
import { isSharedDevice } from '../../../lib/vault/shared-device';
import { queryKey } from '../../../lib/query-keys';
import { saveText } from '../../../lib/save-text';
import { subscribeThisDevice, thisDeviceId } from './this-device';

export type Reminders = components['schemas']['RemindersDto'];
export type RemindersChanges = components['schemas']['SetRemindersDto'];
export type Letter = components['schemas']['LetterDto'];
export type RemindedDevice = components['schemas']['ReminderDeviceDto'];

/** GET /reminders. */
export function useReminders() {
  return useQuery({
    queryKey: queryKey('reminders'),
    staleTime: 0,
    queryFn: async ({ signal }) => expectData(await api.GET('/api/reminders', { signal })),
  });
}

/** PUT /reminders. */
export function useSetReminders() {
  const show = useShowAnswer<Reminders>({ queryKey: queryKey('reminders') });
  return useMutation({
    mutationFn: async (body: RemindersChanges) => expectData(await api.PUT('/api/reminders', { body })),
    onSuccess: show,
  });
}

/** PUT /reminders/letter. */
export function useSetLetter() {
  const show = useShowAnswer<Reminders>({ queryKey: queryKey('reminders') });
  return useMutation({
    mutationFn: async (body: components['schemas']['SetLetterDto']) =>
      expectData(await api.PUT('/api/reminders/letter', { body })),
    onSuccess: show,
  });
}

/** POST /reminders/subscriptions, after the browser has asked for permission. Turns reminders on. */
export function useRemindHere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      userId,
      vapidPublicKey,
      settings,
    }: {
      userId: string;
      vapidPublicKey: string;
      settings: RemindersChanges;
    }) => {
      const body = await subscribeThisDevice(vapidPublicKey);
      const { id: deviceId } = expectData(await api.POST('/api/reminders/subscriptions', { body }));
      if (!isSharedDevice()) await keepReminded({ userId, deviceId });
      if (!settings.on) expectData(await api.PUT('/api/reminders', { body: { ...settings, on: true } }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey('reminders') }),
  });
}

/** DELETE /reminders/subscriptions/{id}. A device that is already gone is not an error. */
export function useRemoveDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, userId }: { id: string; userId: string }) => {
      const here = await thisDeviceId(userId).catch(() => undefined);
      const answer = await api.DELETE('/api/reminders/subscriptions/{id}', { params: { path: { id } } });
      if (answer.response.status !== 404) expectNoBody(answer);
      if (id === here) await endSubscription();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey('reminders') }),
  });
}

/** POST /reminders/test. */
export function useTestReminders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => expectData(await api.POST('/api/reminders/test')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey('reminders') }),
  });
}

/** POST /reminders/feed: the address of the calendar, which is told only once. */
export function useMakeFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { path } = expectData(await api.POST('/api/reminders/feed'));
      return `${window.location.origin}${path}`;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('reminders') }),
  });
}

/** DELETE /reminders/feed. */
export function useRevokeFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => expectNoBody(await api.DELETE('/api/reminders/feed')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('reminders') }),
  });
}

/** GET /reminders/calendar, saved as a file. */
export function useCalendarFile() {
  return useMutation({
    mutationFn: async () => {
      const text = expectData(await api.GET('/api/reminders/calendar', { parseAs: 'text' }));
      saveText('inner-weather.ics', text, 'text/calendar');
    },
  });
}
