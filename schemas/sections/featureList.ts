import { SparklesIcon } from '@sanity/icons/Sparkles'
import { accentColor, drawDisc, drawHeading, drawParagraph, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

export const featureList = defineSection({
  name: 'featureListSection',
  title: 'Features',
  description: 'What visitors will love: titles with short descriptions.',
  icon: SparklesIcon,
  group: 'studio',
  drawing: [
    'bone',
    (colors) => [
      drawHeading(8, 12, 32, colors),
      ...repeat(4, (index) =>
        drawDisc(58 + (index % 2) * 32, 20 + Math.floor(index / 2) * 32, 6, accentColor),
      ),
      ...repeat(4, (index) =>
        drawParagraph(50 + (index % 2) * 32, 30 + Math.floor(index / 2) * 32, 26, 2, colors),
      ),
    ],
  ],
  fields: [
    headingField(),
    introField(),
    listField('features', 'features', 'Features', 'Shown in this order. Drag to reorder.', { max: 12 }),
  ],
})
