import { RocketIcon } from '@sanity/icons/Rocket'
import { defineField } from 'sanity'
import { checkoutLabelField, eyebrowField, headingField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** The opening of the home page, with the promotional film. */
export const hero = defineSection({
  name: 'heroSection',
  title: 'Opening with film',
  description: 'Large heading, film and checkout button at the top of the home page.',
  icon: RocketIcon,
  fields: [
    eyebrowField(),
    headingField(),
    textField('lead', 'Lead', 'Two sentences that say what a member gets.', { rows: 3, max: 240 }),
    checkoutLabelField(),
    defineField({
      name: 'secondaryLink',
      type: 'link',
      title: 'Second link',
      description: 'A quieter link beside the button, for those who are not ready. May be empty.',
    }),
    defineField({
      name: 'video',
      type: 'video',
      title: 'Film',
      description: 'The promotional film; its poster is the first picture that visitors see.',
      validation: (rule) => rule.required().error('The opening needs its film. Please fill in “Film”.'),
    }),
  ],
})
