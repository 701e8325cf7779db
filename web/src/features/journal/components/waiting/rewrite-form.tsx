import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { isVisible } from '@inner-weather/domain/text/visible';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { Field } from '../../../../components/forms/field';

interface RewriteFormProps {
  content: string;
  onSave: (content: string) => void;
  onCancel: () => void;
}

/** Changes the words of an entry that the server refused. */
export function RewriteForm({ content, onSave, onCancel }: RewriteFormProps) {
  const [text, setText] = useState(content);
  const [error, setError] = useState<string>();
  const save = () => {
    const problem = problemOf(text);
    setError(problem);
    if (problem === undefined) onSave(text);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t`Your words`} error={error}>
        {(wiring) => (
          <textarea
            {...wiring}
            dir="auto"
            rows={6}
            autoFocus
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary">
        <Trans>Save and send</Trans>
      </Button>{' '}
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </form>
  );
}

function problemOf(text: string): string | undefined {
  if (!isVisible(text)) return t`Write a few words`;
  const max = LIMITS.contentMax;
  return [...text].length > max
    ? plural(max, { one: 'At most # character, please', other: 'At most # characters, please' })
    : undefined;
}
