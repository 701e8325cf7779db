import { keepPresses } from '../lib/presses';
import { forgetAbsentUsers } from './absent-users';
import { keepPage } from './notices/new-version';

/** What has time until the first page is shown. */
export async function afterLoad(): Promise<void> {
  keepPresses();
  forgetAbsentUsers();
  await keepPage();
}
