import { isolate } from '../../../../lib/language/isolate';
import { Trans } from '@lingui/react/macro';

/** What the outside model gets if the user agrees, and what it never gets. */
export function ConsentTerms({ recipient }: { recipient: string }) {
  const address = isolate(recipient);
  return (
    <>
      <p>
        {recipient === 'gemini' ? (
          <Trans comment="A list of what is sent follows.">
            Insights here are written by <strong>Google Gemini</strong>. If you agree, each time you ask for
            insights it is sent
          </Trans>
        ) : (
          <Trans comment="A list of what is sent follows.">
            Insights here are written by <strong>the language model at {address}</strong>. If you agree, each
            time you ask for insights it is sent
          </Trans>
        )}
      </p>
      <ul>
        <li>
          <Trans>the words, mood, city, weather and dates of your entries in the range you choose,</Trans>
        </li>
        <li>
          <Trans>your first name, and statistics about those entries,</Trans>
        </li>
        <li>
          <Trans>a number for each entry, so that the answer can refer to it.</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          It never gets your email, your last name, or an entry that you have marked <em>never send to AI</em>
          .
        </Trans>{' '}
        <Trans>Your photos are never sent to it.</Trans>
      </p>
      {recipient === 'gemini' && (
        <p>
          <Trans>
            On Gemini’s free tier Google may use what it is sent to improve its products, and people may read
            it. Ask the person who runs this journal which tier it uses.
          </Trans>
        </p>
      )}
    </>
  );
}
