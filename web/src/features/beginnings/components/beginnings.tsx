import { t } from '@lingui/core/macro';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { useBeginnings } from '../../../lib/beginnings/beginnings';
import { Questions } from './questions';
import { Templates } from './templates';

/** What the user's entries can begin with. */
export function Beginnings({ title }: { title: string }) {
  const query = useBeginnings();
  return (
    <Section
      title={title}
      intro={t`For days on which the page stays empty: a question to begin with, or a template that fills the form. Yours are encrypted like your words.`}
    >
      <QueryError query={query} title={t`Your questions and templates could not be loaded.`} />
      {query.data && (
        <>
          <Questions beginnings={query.data} />
          <Templates beginnings={query.data} />
        </>
      )}
    </Section>
  );
}
