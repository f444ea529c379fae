import { RocketIcon } from '@sanity/icons/Rocket'
import { defineField } from 'sanity'
import {
  drawButton,
  drawDisc,
  drawHeading,
  drawParagraph,
  drawPlayButton,
  drawRing,
} from '@/studio/inputs/sectionDrawing'
import { checkoutLabelField, eyebrowField, headingField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** The opening of the home page, with the promo video. */
export const hero = defineSection({
  name: 'heroSection',
  title: 'Opening with video',
  description: 'Large heading, video and checkout button at the top of the home page.',
  icon: RocketIcon,
  group: 'opening',
  drawing: [
    'ink',
    (colors) => [
      drawHeading(8, 20, 46, colors),
      drawHeading(8, 30, 36, colors),
      drawParagraph(8, 42, 40, 2, colors),
      drawButton(8, 56),
      drawDisc(92, 40, 26, colors.shape),
      drawRing(92, 40, 30),
      drawPlayButton(92, 40),
    ],
  ],
  fields: [
    eyebrowField(),
    headingField(),
    textField('lead', 'Lead', 'Two sentences that say what a member gets.', { rows: 3, max: 240 }),
    checkoutLabelField(),
    defineField({
      name: 'secondaryLink',
      type: 'link',
      title: 'Second link',
      description: 'A less prominent link beside the button, for visitors not ready to join. Optional.',
    }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Video',
      description:
        'The promo video. Its picture is the first one that visitors see. An uploaded file plays without sound.',
      validation: (rule) => rule.required().error('The opening needs a video. Fill in “Video”.'),
    }),
    defineField({
      name: 'episode',
      type: 'video',
      title: 'Episode',
      description: 'Shown instead of the promo video, with sound. Optional.',
    }),
  ],
})
