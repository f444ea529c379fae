import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineType } from 'sanity'
import { textField } from '../fields/text'

/** A number that speaks for the studio. */
export const stat = defineType({
  name: 'stat',
  type: 'object',
  title: 'Number',
  icon: BarChartIcon,
  fields: [
    textField({
      name: 'value',
      title: 'Number',
      description: 'As visitors read it, for example “500+” or “24/7”.',
      max: 10,
    }),
    textField({
      name: 'label',
      title: 'What it counts',
      description: 'For example “episodes produced”.',
      max: 40,
    }),
  ],
  preview: { select: { title: 'value', subtitle: 'label' } },
})
