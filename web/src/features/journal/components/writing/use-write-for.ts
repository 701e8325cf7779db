import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The past day to write for comes in `location.state`, because the address holds the search. */
interface WriteFor {
  /** YYYY-MM-DD. */
  writeFor?: unknown;
}

/** The past day that the user wants to write for, at noon. */
export function useWriteFor() {
  const location = useLocation();
  const state = location.state as WriteFor | null;
  const navigate = useNavigate();
  const [day] = useState(state?.writeFor);
  const isDay = typeof day === 'string';
  return {
    /** YYYY-MM-DD. */
    day: isDay ? day : undefined,
    /** YYYY-MM-DDTHH:mm. */
    minute: isDay ? `${day}T12:00` : undefined,
    /** Call it after the entry is saved, so that a reload does not ask for the day again. */
    done() {
      if (state)
        void navigate(
          { pathname: location.pathname, search: location.search, hash: location.hash },
          { replace: true, preventScrollReset: true },
        );
    },
  };
}
