import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineType } from 'sanity'
import { accentColor, drawHeading, drawRectangle, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { defineList } from '../lists'
import { defineSection } from './defineSection'

const stat = defineType({
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

export const stats = defineSection({
  name: 'statsSection',
  title: 'Numbers',
  description: 'Impact in numbers: episodes, clients, views.',
  icon: BarChartIcon,
  group: 'proof',
  drawing: [
    'bone',
    (colors) =>
      repeat(
        4,
        (index) =>
          `<path d='M${10 + index * 26} 44a12 12 0 0 1 24 0' fill='none' stroke='${accentColor}' stroke-width='3' stroke-dasharray='1 2'/>${drawHeading(14 + index * 26, 44, 16, colors)}${drawRectangle(12 + index * 26, 54, 20, 2, colors.shape)}`,
      ),
  ],
  fields: [
    headingField({ optional: true, description: 'The line above the numbers. Optional.' }),
    listField('stats', 'stats', 'Numbers', 'Four fill the row.', { expected: 4 }),
    textField('source', 'Source or date', 'Below the numbers: their date or source. Optional.', {
      optional: true,
      max: 120,
    }),
  ],
  ownTypes: [stat, defineList('stats', 'Numbers', 'stat')],
})
