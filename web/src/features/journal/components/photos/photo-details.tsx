import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { lengthProblem } from '../../../../components/forms/text-rules';
import { useDescribePhoto, usePhotos } from '../../../../components/photos/photos-of';
import { messageOf } from '../../../../lib/api/api-error';
import { isComposing } from '../../../../lib/screen/composing';
import { numberInWords } from '../../../../lib/language/formats';
import type { ChosenPhoto } from './chosen-photos';
import styles from './photo-field.module.css';

interface PhotoDetailsProps {
  photo: ChosenPhoto;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One photo of a form: its description, which is stored when its field is left, its place, and its removal. */
export function PhotoDetails({ photo: { id }, index, count, onMove, onRemove }: PhotoDetailsProps) {
  const describe = useDescribePhoto();
  const known = usePhotos(id === undefined ? [] : [id]).get(id ?? '')?.description;
  const [typed, setTyped] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const description = typed ?? known ?? '';
  const tooLong = lengthProblem(description, LIMITS.photoDescriptionMax);
  const number = numberInWords(index + 1);
  const keep = () => {
    if (id === undefined || tooLong !== undefined || typed === undefined || typed === known) return;
    void describe(id, typed).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(messageOf(error)),
    );
  };
  // A form that was saved by its keys takes the field away, which no blur tells.
  const keepLast = useEffectEvent(keep);
  useEffect(() => () => keepLast(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return;
    // Not the form, which Enter in a line of text would save.
    event.preventDefault();
    keep();
  };
  return (
    <div className={styles.one} role="group" aria-label={t`Photo ${number}`}>
      {id !== undefined && (
        <TextField
          label={t`What is on it?`}
          hint={t`For people who cannot see it. Optional.`}
          error={tooLong ?? failure}
          value={description}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={keep}
          onKeyDown={onKeyDown}
        />
      )}
      <p className={styles.row}>
        <Button variant="plain" disabled={index === 0} onClick={() => onMove(-1)}>
          <Trans comment="Moves a photo one place towards the first">Move earlier</Trans>
        </Button>
        <Button variant="plain" disabled={index === count - 1} onClick={() => onMove(1)}>
          <Trans comment="Moves a photo one place towards the last">Move later</Trans>
        </Button>
        <Button variant="plainDanger" className={styles.remove} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </p>
    </div>
  );
}
