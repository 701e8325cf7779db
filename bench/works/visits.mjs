/** Entries that a visit shows at the most. */
const SHOWN = 30;

/**
 * People who save an entry and look at their newest ones, over and over: what one client does once.
 * @param {import('../support/door.mjs').Door} door
 * @param {number} clients
 */
export async function visits(door, clients) {
  const people = await Promise.all(
    Array.from({ length: clients }, async () => ({ person: await door.signUp(), written: 0 })),
  );
  return async (/** @type {number} */ client) => {
    const one = people[client];
    if (!one) throw new Error(`nobody is client ${client}`);
    await door.save(one.person);
    one.written += 1;
    await door.search(one.person, SHOWN, Math.min(SHOWN, one.written));
  };
}
