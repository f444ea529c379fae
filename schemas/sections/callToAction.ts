import { LaunchIcon } from '@sanity/icons/Launch'
import { drawButton, drawHeading, drawParagraph } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { checkoutLabelField, headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const callToAction = defineSection({
  name: 'callToActionSection',
  title: 'Call to action',
  description: 'An invitation at the end of a page, with a checkout button or links.',
  icon: LaunchIcon,
  group: 'selling',
  drawing: [
    'amber',
    (colors) => [
      drawHeading(8, 18, 50, colors),
      drawHeading(8, 28, 38, colors),
      drawParagraph(8, 42, 40, 2, colors),
      drawButton(8, 58, colors.text),
      `<path d='M72 58a24 24 0 0 1 44 0' fill='none' stroke='${colors.text}' stroke-width='3' stroke-dasharray='1 3'/><path d='M94 62l10-24' stroke='#b3210d' stroke-width='2'/>`,
    ],
  ],
  validation: (rule) => rule.custom(checkHasAction).warning(),
  fields: [
    headingField(),
    introField({
      name: 'text',
      title: 'Text',
      description: 'One or two sentences below the heading. Optional.',
      optional: true,
    }),
    checkoutLabelField({
      optional: true,
      initialValue: undefined,
      description: 'The button that starts a membership. If empty, there’s no button.',
    }),
    listField(
      'links',
      'links',
      'Links',
      'Shown as buttons, for example “Book a Tour”. Optional if there’s a checkout button.',
      { optional: true, max: 3 },
    ),
  ],
})

function checkHasAction(section: Record<string, unknown> | undefined): true | string {
  const links = Array.isArray(section?.links) ? section.links.length : 0
  if (!section || section.checkoutLabel || links > 0) return true
  return 'This section has no button or link. Add a checkout button or a link.'
}
