import { Section } from '../../../components/section';
import { DeleteAccount } from './delete-account';
import { ExportData } from './export-data';
import { ImportFile } from './import-file';

/** What a person wrote is theirs: to take along, to bring back, and to have gone. */
export function YourData() {
  return (
    <Section
      title="Your data"
      intro="Take along all that you wrote, bring it back, here or on another installation, or have it deleted for good."
    >
      <ExportData />
      <ImportFile />
      <DeleteAccount />
    </Section>
  );
}
