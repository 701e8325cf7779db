import { valuesOf } from '../../../../lib/entry/entry-values';
import type { Waiting } from '../../../../lib/outbox/changes';
import { editionOf } from '../../waiting';
import { TwoVersions } from '../editing/two-versions';
import { useDecision } from './use-decision';

interface WaitingConflictProps {
  /** An edition of an entry that was also changed elsewhere. */
  one: Waiting;
  waiting: Waiting[];
  onLater: () => void;
}

/** Shows an edition that waits beside the version on the server, until the user chooses. */
export function WaitingConflict({ one, waiting, onLater }: WaitingConflictProps) {
  const decision = useDecision(one);
  const edition = editionOf(one, waiting);
  if (one.problem?.kind !== 'changed' || !edition) return null;
  const { current } = one.problem;
  const here = { ...current, ...edition, createdAt: edition.date ?? current.createdAt };
  return (
    <TwoVersions
      here={valuesOf(here)}
      current={current}
      busy={false}
      error={decision.error}
      onKeepThis={() => void decision.keepMine()}
      onKeepThat={() => void decision.discard()}
      onKeepBoth={() => void decision.keepAsNew()}
      onLater={onLater}
    />
  );
}
