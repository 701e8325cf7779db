import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * What the macro `Trans` becomes. Lingui reads `<b>` in a value as an element of the message and fails, so words that may
 * hold one are given as an element themselves.
 */
export function Trans({ id, values, ...props }: TransProps) {
  const safe =
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        String(value).includes('<') ? <>{value}</> : value,
      ]),
    );
  return <LinguiTrans id={id} {...props} values={safe} />;
}
