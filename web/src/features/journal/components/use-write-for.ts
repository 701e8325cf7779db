import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Writing for a past day is asked for by the state of the history, so that the address stays free for the search. */
interface WriteFor {
  /** YYYY-MM-DD. */
  writeFor?: unknown;
}

/** The day that somebody wants to write for, at noon. */
export function useWriteFor() {
  const place = useLocation();
  const state = place.state as WriteFor | null;
  const navigate = useNavigate();
  const [day] = useState(state?.writeFor);
  const isDay = typeof day === 'string';
  return {
    /** YYYY-MM-DD. */
    day: isDay ? day : undefined,
    /** YYYY-MM-DDTHH:mm. */
    minute: isDay ? `${day}T12:00` : undefined,
    /** It is written: a reload does not ask for it again. */
    done() {
      if (state)
        void navigate(
          { pathname: place.pathname, search: place.search },
          { replace: true, preventScrollReset: true },
        );
    },
  };
}
