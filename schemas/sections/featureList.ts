import { SparklesIcon } from '@sanity/icons/Sparkles'
import { disc, lines, lit, times, title } from '@/studio/sections/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const featureList = defineSection({
  name: 'featureListSection',
  title: 'Features',
  description: 'What visitors will love: titles with short texts.',
  icon: SparklesIcon,
  group: 'studio',
  drawing: [
    'bone',
    (c) => [
      title(8, 12, 32, c),
      ...times(4, (at) => disc(58 + (at % 2) * 32, 20 + Math.floor(at / 2) * 32, 6, lit)),
      ...times(4, (at) => lines(50 + (at % 2) * 32, 30 + Math.floor(at / 2) * 32, 26, 2, c)),
    ],
  ],
  fields: [
    headingField(),
    introField(),
    listField('features', 'features', 'Features', 'Shown in this order. Drag to reorder.', { max: 12 }),
  ],
})
