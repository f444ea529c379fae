import { defineArrayMember, defineField, defineType } from 'sanity'

const author = defineType({
  name: 'author',
  type: 'document',
  fields: [defineField({ name: 'name', type: 'string' })],
})

const post = defineType({
  name: 'post',
  type: 'document',
  fields: [
    defineField({ name: 'title', type: 'string' }),
    defineField({ name: 'author', type: 'reference', to: [{ type: 'author' }] }),
    defineField({ name: 'editor', type: 'reference', to: [{ type: 'author' }] }),
    defineField({
      name: 'body',
      type: 'array',
      of: [
        defineArrayMember({
          type: 'block',
          marks: {
            annotations: [
              {
                name: 'link',
                type: 'object',
                fields: [defineField({ name: 'href', type: 'url', title: 'Address' })],
              },
              { name: 'note', type: 'object', fields: [defineField({ name: 'about', type: 'string' })] },
            ],
          },
        }),
      ],
    }),
  ],
})

/** What the Studio of the content lake's tests edits: documents that may come and go, with references and rich text. */
export const types = [author, post]
