import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { defineSection } from './defineSection'

export const stats = defineSection({
  name: 'statsSection',
  title: 'Numbers',
  description: 'Impact in numbers: episodes, clients, views.',
  icon: BarChartIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the numbers. Optional.' }),
    listField('stats', 'stats', 'Numbers', 'Four fill the row.', { expected: 4 }),
    textField('source', 'Source or date', 'Below the numbers: their date or source. Optional.', {
      optional: true,
      max: 120,
    }),
  ],
})

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
