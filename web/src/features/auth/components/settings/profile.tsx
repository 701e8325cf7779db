import { t } from '@lingui/core/macro';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import { useProfile } from '../../../../lib/account/profile';
import { ProfileForm } from './profile-form';

/** The user's name, city and time zone. */
export function Profile({ title }: { title: string }) {
  const profile = useProfile();
  return (
    <Section title={title} intro={t`Your name, and where and when your days take place.`}>
      {profile.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={profile} />
      {profile.data && <ProfileForm profile={profile.data} />}
    </Section>
  );
}
