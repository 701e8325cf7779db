import type { Reply, SeenRequest } from '@inner-weather/testing/fake-server';

/** Replaces what a provider's fake answers next. */
export async function script(fakeUrl: string, ...replies: Reply[]): Promise<void> {
  await fetch(`${fakeUrl}/__script`, { method: 'POST', body: JSON.stringify(replies) });
}

/** Every request that a provider's fake has seen. */
export async function seen(fakeUrl: string): Promise<SeenRequest[]> {
  const answer = await fetch(`${fakeUrl}/__seen`);
  return (await answer.json()) as SeenRequest[];
}
