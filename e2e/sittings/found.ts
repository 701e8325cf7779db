import { FOREIGN_KINDS, type ForeignKind } from '../support/network/foreign-answers.js';

/** Seeds that every run repeats. A change of the steps makes other sittings of them. */
export const FIXED_SEEDS: readonly number[] = [1, 2];

const toApi = (kind: ForeignKind): string => `foreign ${FOREIGN_KINDS.indexOf(kind)} 0 0`;
const toAll = (kind: ForeignKind): string => `foreign ${FOREIGN_KINDS.indexOf(kind)} 1 0`;

/** The shortest steps to the faults that sittings have found, and what happened then. Some sittings join several. */
export const FOUND: readonly { what: string; steps: string }[] = [
  {
    what: 'a 404 of a proxy was called saved, a 401 of it ended the session, and with a 523 the page did not open',
    steps: `${toApi('404-text')}; write 0 0; calm; reload; ${toApi('401')}; write 1 0; calm; reload; ${toAll('523')}; reload; calm`,
  },
  {
    what: 'after a look at the settings, an edition was called not saved, and a check-in broke the page',
    steps: 'write 0 0; go 0; edit 0 0 0; go 0; tap 0',
  },
  {
    what: 'an entry that was edited twice and deleted without a connection stayed, and one that was edited while it was sent stayed in its editor',
    steps:
      'write 0 0; offline; edit 0 0 0; edit 0 1 1; delete 0; online; offline; write 50 32; reload; online; edit 44 22 18',
  },
  {
    what: 'an edit that waited since an earlier page, and an edit of it, were two versions',
    steps: 'write 37 86; foreign 1 77 24; edit 0 58 56; kill; calm; edit 0 63 53',
  },
  {
    what: 'a deletion was forgotten when its entry was sent at the same moment, and an edition needed its writer, since the journal knew no address without /api',
    steps: `${toApi('404-text')}; write 0 0; write 1 0; delete 0; write 2 0; delete 0; reload; calm; ${toApi('stripped')}; edit 0 0 0; calm; reload`,
  },
  {
    what: 'a new day began, and the first list was kept from something in front; a second import in a row was not in the list',
    steps: `midnight; write 0 0; ${toAll('404-json')}; back; calm; import 0; import 36`,
  },
];
