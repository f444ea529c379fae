import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** Numbers that speak for the studio. */
export const stats = defineSection({
  name: 'statsSection',
  title: 'Numbers',
  description: 'Impact in numbers: episodes, clients, views.',
  icon: BarChartIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the numbers. May be empty.' }),
    listField('stats', 'stats', 'Numbers', 'Four of them fill the row.', { expected: 4 }),
    textField('source', 'Source or date', 'Below the numbers: as of when, or who counted. May be empty.', {
      optional: true,
      max: 120,
    }),
  ],
})

/** A number that speaks for the studio. */
export const stat = defineType({
  name: 'stat',
  type: 'object',
  title: 'Number',
  icon: BarChartIcon,
  fields: [
    textField('value', 'Number', 'As visitors read it, for example “500+” or “24/7”.', { max: 10 }),
    textField('label', 'What it counts', 'For example “episodes produced”.', { max: 40 }),
  ],
  preview: { select: { title: 'value', subtitle: 'label' } },
})
