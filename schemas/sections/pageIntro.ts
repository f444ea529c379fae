import { TextIcon } from '@sanity/icons/Text'
import { eyebrowField, headingField, introField } from '../fields/text'
import { pictureField } from '../objects/picture'
import { defineSection } from './defineSection'

/** The opening of every page except the home page. */
export const pageIntro = defineSection({
  name: 'pageIntroSection',
  title: 'Page opening',
  description: 'Heading, lead and picture at the top of a page.',
  icon: TextIcon,
  fields: [
    eyebrowField(),
    headingField(),
    introField({ name: 'lead', title: 'Lead' }),
    pictureField({ description: 'Shown beside the heading. Optional.' }),
  ],
})
