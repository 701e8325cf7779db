import { t } from '@lingui/core/macro';
import { Section } from '../../../components/page/section';
import { DeleteAccount } from './delete-account';
import { ExportData } from './export-data';
import { BringYourDiary } from './bring-your-diary';
import { Storage } from './storage';

/** Export, import and deletion of the user's data. */
export function YourData({ title }: { title: string }) {
  return (
    <Section
      title={title}
      intro={t`Download everything you have written, import it here or on another installation, or delete it for good.`}
    >
      <Storage />
      <ExportData />
      <BringYourDiary />
      <DeleteAccount />
    </Section>
  );
}
