import { Trans } from '@lingui/react/macro';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../components/forms/button';
import { VisuallyHidden } from '../../../components/page/visually-hidden';
import { cn } from '../../../lib/cn';
import { listInWords } from '../../../lib/language/formats';
import { isolate } from '../../../lib/language/isolate';
import { APPS } from '../understand/apps';
import styles from './import.module.css';

/** Takes a file, several files or a folder. */
export function ChooseFile({ busy, onChoose }: { busy: boolean; onChoose: (files: File[]) => void }) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !busy) onChoose(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files);
  };
  return (
    <div
      className={cn(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p className={styles.actions}>
        <Button variant="primary" busy={busy} onClick={() => file.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
        <Button busy={busy} onClick={() => folder.current?.click()}>
          <Trans>Choose a folder of notes</Trans>
        </Button>
      </p>
      <p className={styles.words}>
        <Trans>These exports can be imported, and those of Inner Weather:</Trans>{' '}
        {listInWords(APPS.map(isolate))}
      </p>
      <p className={styles.words}>
        <Trans>
          The file is read on this device. Photos are imported too. Videos and recordings stay in the file.
        </Trans>
      </p>
      <VisuallyHidden>
        <label htmlFor={`${id}-file`}>
          <Trans>File to import</Trans>
        </label>
        <input
          id={`${id}-file`}
          ref={file}
          type="file"
          multiple
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
        <label htmlFor={`${id}-folder`}>
          <Trans>Folder to import</Trans>
        </label>
        <input
          id={`${id}-folder`}
          ref={folder}
          type="file"
          // @ts-expect-error React does not know it, and all browsers for computers do.
          webkitdirectory=""
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            currentTarget.value = '';
          }}
        />
      </VisuallyHidden>
    </div>
  );
}
