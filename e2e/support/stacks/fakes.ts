import type { SeenRequest } from '@inner-weather/testing/fakes/server';

/** Every request that a provider's fake has seen. */
export async function seen(fakeUrl: string): Promise<SeenRequest[]> {
  const answer = await fetch(`${fakeUrl}/__seen`);
  return (await answer.json()) as SeenRequest[];
}
