import { createRememberedMark } from '../remembered';
import { useStore } from '../store';

const still = createRememberedMark('inner-weather.still');
apply();
still.subscribe(apply);

/** Whether the user has stopped the sky and all other motion. */
export function useStill(): boolean {
  return useStore(still);
}

export const setStill = still.set;

/** Sets the attribute that makes global.css stop all motion. */
function apply(): void {
  document.documentElement.toggleAttribute('data-still', still.get());
}
