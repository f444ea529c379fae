import { SparklesIcon } from '@sanity/icons/Sparkles'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const featureList = defineSection({
  name: 'featureListSection',
  title: 'Features',
  description: 'What visitors will love: titles with short texts.',
  icon: SparklesIcon,
  fields: [
    headingField(),
    introField(),
    listField('features', 'features', 'Features', 'Shown in this order. Drag to reorder.', { max: 12 }),
  ],
})
