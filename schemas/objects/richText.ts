import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { type ArrayRule, defineArrayMember, defineType, type PortableTextBlock } from 'sanity'
import { eachSpan, handwrittenNumber, placeholderProblem } from '../fields/placeholders'

const block = defineArrayMember({
  type: 'block',
  styles: [
    { title: 'Text', value: 'normal' },
    { title: 'Heading', value: 'h2' },
    { title: 'Smaller heading', value: 'h3' },
  ],
  lists: [
    { title: 'Bullets', value: 'bullet' },
    { title: 'Numbers', value: 'number' },
  ],
  marks: {
    decorators: [
      { title: 'Strong', value: 'strong' },
      { title: 'Emphasis', value: 'em' },
    ],
    annotations: [{ type: 'textLink' }],
  },
})

/** Running text of a section. */
export const richText = defineType({
  name: 'richText',
  type: 'array',
  title: 'Text',
  icon: BlockContentIcon,
  of: [block],
  validation: placeholderRules,
})

/** Running text of a legal page. */
export const legalText = defineType({
  name: 'legalText',
  type: 'array',
  title: 'Legal text',
  icon: DocumentTextIcon,
  of: [block],
  validation: (rule) => [...placeholderRules(rule), rule.custom(hasHeadings).warning()],
})

/** Readers and screen readers find their way by headings, so a legal text has some. */
function hasHeadings(value: unknown): true | string {
  const blocks: { style?: string }[] = Array.isArray(value) ? value : []
  if (blocks.some(({ style }) => style === 'h2' || style === 'h3')) return true
  return 'A legal text is easier to find one’s way in with headings. Please add some.'
}

function placeholderRules(rule: ArrayRule<PortableTextBlock[]>) {
  return [rule.custom(eachSpan(placeholderProblem)), rule.custom(eachSpan(handwrittenNumber)).warning()]
}
