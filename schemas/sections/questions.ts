import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineField, defineType } from 'sanity'
import { listField } from '../fields/list'
import { requireText } from '../fields/requiredText'
import { headingField, introField, textField } from '../fields/text'
import { defineSection } from './defineSection'

/** Questions with their answers, which search engines are told of too. */
export const questions = defineSection({
  name: 'questionsSection',
  title: 'Questions and answers',
  description: 'What people ask before they join; each answer opens when its question is pressed.',
  icon: HelpCircleIcon,
  fields: [
    headingField(),
    introField(),
    listField('questions', 'questions', 'Questions', 'The most important first. Drag to reorder.', {
      max: 20,
    }),
  ],
})

/** One question with its answer. */
export const question = defineType({
  name: 'question',
  type: 'object',
  title: 'Question',
  icon: HelpCircleIcon,
  fields: [
    textField('question', 'Question', 'As somebody would ask it, with a question mark.', { max: 120 }),
    defineField({
      name: 'answer',
      type: 'richText',
      title: 'Answer',
      description:
        'The answer itself first, then what else there is to know. It has to agree with the terms.',
      validation: requireText('Please write the answer.'),
    }),
  ],
  preview: { select: { title: 'question' } },
})
