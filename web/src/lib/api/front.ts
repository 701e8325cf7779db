import { createStore } from '../store';

/**
 * Whether the last answer came from something in front of the journal that wants a sign-in of its own: an access proxy or
 * the network. The API client sets it.
 */
export const frontStore = createStore(false);

/** A path that the service worker leaves alone, and from which the gateway leads back to the journal. */
const RETURN_PATH = '/api/return';

/** Leads the whole window through what is in front. An object, so that tests can replace it. */
export const front = { signIn: () => window.location.assign(RETURN_PATH) };
