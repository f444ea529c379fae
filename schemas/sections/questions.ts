import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineField, defineType } from 'sanity'
import { listField } from '../fields/list'
import { requireText } from '../fields/requiredText'
import { headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** A list of questions with their texts, also published as structured data. */
export const questions = defineSection({
  name: 'questionsSection',
  title: 'Questions and answers',
  description: 'What people ask before they join. Each answer opens with a click on its question.',
  icon: HelpCircleIcon,
  fields: [
    headingField(),
    introField(),
    listField('questions', 'questions', 'Questions', 'The most important first. Drag to reorder.', {
      max: 20,
    }),
  ],
})

export const question = defineType({
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
      description: 'Start with the answer, then add details. It has to match the terms.',
      validation: requireText('Enter the answer.'),
    }),
  ],
  preview: { select: { title: 'question' } },
})
