import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useState } from 'react';
import { MeasurePicture } from '../../../components/measures/measure-picture';
import { Button } from '../../../components/forms/button';
import { NotSaved } from '../../../components/page/notice';
import { OwnList } from '../../../components/page/own-list';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { type Measure, useMeasures, useOrderMeasures, usePutMeasure } from '../../../lib/measures/measures';
import { useFocusWhenClosed } from '../../../lib/use-focus-when-closed';
import { DeleteMeasure } from './delete-measure';
import { MeasureForm } from './measure-form';
import styles from './measures.module.css';
import { kindInWords, proposals } from './words';

/** What the user notes beside the mood. */
export function Measures({ title }: { title: string }) {
  const list = useMeasures();
  const put = usePutMeasure();
  /** The measure in the form: a new one, or one of the list. */
  const [edited, setEdited] = useState<Measure>();
  const add = useFocusWhenClosed<HTMLButtonElement>(edited !== undefined);
  const measures = list.data ?? [];
  const active = measures.filter(({ archived }) => !archived);
  const archived = measures.filter((measure) => measure.archived);
  const left = proposals().filter(({ name }) => !measures.some((measure) => measure.name === name));
  const blank: Measure = {
    _id: newUuid7(),
    name: '',
    kind: 'number',
    unit: '',
    picture: 'heart',
    daySum: 'last',
    askedOn: 'always',
    archived: false,
  };
  if (edited)
    return (
      <Section title={title}>
        <MeasureForm
          measure={edited}
          isNew={!measures.some(({ _id }) => _id === edited._id)}
          onDone={() => setEdited(undefined)}
        />
      </Section>
    );
  return (
    <Section
      title={title}
      intro={t`Sleep, pain, coffee: whatever you want to see beside your mood. You are asked after a check-in and in an entry, and can always skip it. Names and values are encrypted like your words.`}
    >
      <QueryError query={list} title={t`What you measure could not be loaded.`} />
      <MeasureList measures={active} isMovable onEdit={setEdited} />
      {list.data && active.length === 0 && left.length > 0 && (
        <div className={styles.proposals}>
          <p>
            <Trans>To begin with:</Trans>
          </p>
          {left.map((proposal) => (
            <Button
              key={proposal.name}
              busy={put.isPending}
              onClick={() => put.mutate({ ...blank, ...proposal, _id: newUuid7() })}
            >
              <MeasurePicture picture={proposal.picture} /> {proposal.name}
            </Button>
          ))}
        </div>
      )}
      <NotSaved error={put.error} />
      {list.data && (
        <Button ref={add} onClick={() => setEdited(blank)}>
          <Trans>Measure something</Trans>
        </Button>
      )}
      {archived.length > 0 && (
        <>
          <h3 className={styles.archived}>
            <Trans>Archived</Trans>
          </h3>
          <MeasureList measures={archived} onEdit={setEdited} />
        </>
      )}
    </Section>
  );
}

interface MeasureListProps {
  measures: readonly Measure[];
  /** Whether their order counts. */
  isMovable?: boolean;
  onEdit: (measure: Measure) => void;
}

function MeasureList({ measures, isMovable = false, onEdit }: MeasureListProps) {
  const order = useOrderMeasures();
  return (
    <>
      <OwnList
        items={measures}
        nameOf={({ name }) => name}
        pictureOf={({ picture }) => <MeasurePicture picture={picture} />}
        factsOf={kindInWords}
        {...(isMovable && { onOrder: (ids) => order.mutate(ids) })}
        isBusy={order.isPending}
        onEdit={onEdit}
      >
        {(measure) => measure.archived && <DeleteMeasure measure={measure} />}
      </OwnList>
      <NotSaved error={order.error} />
    </>
  );
}
