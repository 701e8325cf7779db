import { OUR_TEMPLATES } from '@inner-weather/domain/beginnings/beginnings';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useBeginnings, useOwnBeginnings } from '../../../../lib/beginnings/beginnings';
import { findTemplate, type OfferedTemplate } from '../../../../lib/beginnings/templates';

const PARAMETER = 'template';

/**
 * The template that the address names, such as `/journal?template=dream`. It is taken once: afterwards the address is that
 * of the journal, so that a reload does not fill the form again.
 * @returns why there is none: nobody has it (any more), or it could not be loaded
 */
export function useAskedTemplate(onFound: (template: OfferedTemplate) => void, onMissing: () => void) {
  const location = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  const { isPending, isError } = useBeginnings();
  const { own } = useOwnBeginnings();
  const [missing, setMissing] = useState<'unknown' | 'unreachable'>();
  const isKnown = !isPending || OUR_TEMPLATES.some((name) => name === asked);
  const take = useEffectEvent((id: string) => {
    const search = new URLSearchParams(location.search);
    search.delete(PARAMETER);
    const { pathname, hash } = location;
    const state: unknown = location.state;
    void navigate(
      { pathname, hash, search: search.toString() },
      { replace: true, preventScrollReset: true, state },
    );
    const template = findTemplate(id, own);
    if (template) return onFound(template);
    onMissing();
    setMissing(isError ? 'unreachable' : 'unknown');
  });
  useEffect(() => {
    if (asked === null || !isKnown) return;
    // Filling the form opens it, which may not happen while React is at work.
    queueMicrotask(() => take(asked));
  }, [asked, isKnown]);
  return missing;
}
