import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineField, defineType } from 'sanity'
import {
  accentColor,
  drawDisc,
  drawHeading,
  drawLine,
  drawRectangle,
  drawRing,
  repeat,
} from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { checkText } from '../fields/requiredText'
import { headingField, introField, textField } from '../fields/text'
import { defineList } from '../lists'
import { defineSection } from './defineSection'

const question = defineType({
  name: 'question',
  type: 'object',
  title: 'Question',
  icon: HelpCircleIcon,
  fields: [
    textField('question', 'Question', 'In the visitor’s words, with a question mark.', { max: 120 }),
    defineField({
      name: 'answer',
      type: 'richText',
      title: 'Answer',
      description:
        'Start with the answer, then add details. It has to match the terms. Without an answer, the question is hidden.',
      validation: checkText,
    }),
  ],
  preview: {
    select: { title: 'question', answer: 'answer' },
    prepare: ({ title, answer }) => ({ title, subtitle: answer ? undefined : 'Not shown: no answer' }),
  },
})

/** An FAQ, also published as structured data. */
export const questions = defineSection({
  name: 'questionsSection',
  title: 'Questions and answers',
  description: 'What people ask before they join. Clicking a question shows its answer.',
  icon: HelpCircleIcon,
  group: 'selling',
  drawing: [
    'bone',
    (colors) => [
      drawHeading(8, 12, 30, colors),
      ...repeat(
        4,
        (index) =>
          `${drawLine(48, 10 + index * 16, 64, colors.shape)}${drawRectangle(48, 16 + index * 16, 40, 4, colors.text)}${index === 1 ? drawDisc(106, 18 + index * 16, 5, accentColor) : drawRing(106, 18 + index * 16, 4, colors.text)}`,
      ),
    ],
  ],
  fields: [
    headingField(),
    introField(),
    listField('questions', 'questions', 'Questions', 'The most important first. Drag to reorder.', {
      max: 60,
    }),
  ],
  ownTypes: [question, defineList('questions', 'Questions', 'question')],
})
