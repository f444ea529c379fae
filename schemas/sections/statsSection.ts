import { BarChartIcon } from '@sanity/icons/BarChart'
import { listField } from '../fields/list'
import { headingField } from '../fields/text'
import { defineSection } from './defineSection'

/** Numbers that speak for the studio. */
export const statsSection = defineSection({
  name: 'statsSection',
  title: 'Numbers',
  description: 'Impact in numbers: episodes, clients, views.',
  icon: BarChartIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the numbers. May be empty.' }),
    listField({
      name: 'stats',
      type: 'stats',
      title: 'Numbers',
      description: 'Four of them fill the row.',
      expected: 4,
    }),
  ],
})
