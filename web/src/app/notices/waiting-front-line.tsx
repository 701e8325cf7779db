import { countWaiting } from '../../features/journal/waiting';
import { frontStore } from '../../lib/api/front';
import { useWaiting } from '../../lib/outbox/waiting';
import { useStore } from '../../lib/store';
import { FrontLine } from './front-line';

/** The line of a signed-in user, with what waits on this device. */
export function WaitingFrontLine() {
  const { waits } = countWaiting(useWaiting());
  return <FrontLine isShown={useStore(frontStore)} waits={waits} />;
}
