import { forgetAbsentUsers } from './absent-users';
import { followBadge } from './badge';
import { keepPage } from './notices/new-version';

/** What has time until the first page is shown. */
export async function afterLoad(): Promise<void> {
  forgetAbsentUsers();
  followBadge();
  await keepPage();
}
