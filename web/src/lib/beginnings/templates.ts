import {
  type Beginnings,
  OUR_TEMPLATES,
  type OurTemplate,
  templatePath,
} from '@inner-weather/domain/beginnings/beginnings';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Below each question there is room for an answer, and an empty line behind it. */
const ROOM = '\n\n\n';

const OURS: Record<OurTemplate, { name: MessageDescriptor; lines: MessageDescriptor[] }> = {
  'thought-record': {
    name: msg`A thought on paper`,
    lines: [
      msg`What happened?`,
      msg`Which thought came with it?`,
      msg`What did I feel, and how strongly?`,
      msg`What speaks for this thought? What speaks against it?`,
      msg`What would I tell a friend who thinks this?`,
      msg`How does it feel now?`,
    ],
  },
  'three-good-things': {
    name: msg`Three good things`,
    lines: [
      msg`One thing that went well today, and what helped:`,
      msg`A second one, however small:`,
      msg`And a third:`,
    ],
  },
  dream: {
    name: msg`A dream`,
    lines: [
      msg`Where was I, and who was there?`,
      msg`What happened in the dream?`,
      msg`How did it feel, and how did I wake up?`,
      msg`What does it remind me of?`,
    ],
  },
  'weekly-review': {
    name: msg`Looking back on the week`,
    lines: [
      msg`What was good this week?`,
      msg`What was hard?`,
      msg`What did I find out about myself?`,
      msg`What may next week have more of, and what less?`,
    ],
  },
};

export interface OfferedTemplate {
  /** What names it in its link. */
  id: string;
  name: string;
  text: string;
}

/** Ours, in the language of the page. */
export const ourTemplates = (): (OfferedTemplate & { id: OurTemplate })[] =>
  OUR_TEMPLATES.map((id) => {
    const { name, lines } = OURS[id];
    return { id, name: i18n._(name), text: `${lines.map((line) => i18n._(line)).join(ROOM)}\n` };
  });

/** Those to choose from: one's own, then ours that are not hidden. */
export const templatesOf = ({ templates, hidden }: Beginnings): OfferedTemplate[] => [
  ...ownTemplates({ templates }),
  ...ourTemplates().filter(({ id }) => !hidden.includes(id)),
];

/** Also one that is hidden: a link to it still leads to it. */
export const findTemplate = (id: string, { templates }: Beginnings): OfferedTemplate | undefined =>
  [...ownTemplates({ templates }), ...ourTemplates()].find((template) => template.id === id);

/** The address that opens the form with a template. */
export const linkOf = (id: string): string => `${window.location.origin}${templatePath(id)}`;

const ownTemplates = ({ templates }: Pick<Beginnings, 'templates'>): OfferedTemplate[] =>
  templates.map(({ _id, name, text }) => ({ id: _id, name, text }));
