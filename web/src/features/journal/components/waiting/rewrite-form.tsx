import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { Field } from '../../../../components/forms/field';
import { requiredText } from '../../../../components/forms/text-rules';

interface RewriteFormProps {
  content: string;
  /** Called with what is typed, so that it is there again if the dialog closes before it is saved. */
  onChange: (content: string) => void;
  onSave: (content: string) => void;
  onCancel: () => void;
  /** Why it could not be stored. */
  problem: string | undefined;
}

/** Changes the words of an entry that the server refused. */
export function RewriteForm({ content, onChange, onSave, onCancel, problem: unkept }: RewriteFormProps) {
  const [text, setText] = useState(content);
  const [error, setError] = useState<string>();
  const save = () => {
    const problem = requiredText(LIMITS.contentMax, t`Write a few words`)(text);
    if (problem === true) onSave(text);
    else setError(problem);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t`Your words`} error={error ?? unkept}>
        {(wiring) => (
          <textarea
            {...wiring}
            dir="auto"
            rows={6}
            autoFocus
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              onChange(target.value);
            }}
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
