import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineArrayMember, defineType } from 'sanity'
import { RichTextInput } from '@/studio/inputs/RichTextInput'
import { TablePlugin } from '@/studio/inputs/TablePlugin'

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

/** Rich text of a section. Fields of this type have their own validation (see `requireText`). */
export const richText = defineType({
  name: 'richText',
  type: 'array',
  title: 'Text',
  icon: BlockContentIcon,
  of: [block, defineArrayMember({ type: 'table' })],
  components: { input: RichTextInput, portableText: { plugins: TablePlugin } },
})

/** Rich text of a legal page, with the same formatting as `richText`. */
export const legalText = defineType({
  name: 'legalText',
  type: 'array',
  title: 'Legal text',
  icon: DocumentTextIcon,
  of: [block, defineArrayMember({ type: 'table' })],
  components: { input: RichTextInput, portableText: { plugins: TablePlugin } },
})
