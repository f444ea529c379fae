import type { SchemaType } from 'sanity'
import { beforeAll, expect, it } from 'vitest'
import { createTestWorkspace } from '../../tests/support/workspace'
import { getFieldTitle } from './fieldTypes'

let page: SchemaType | undefined
beforeAll(async () => {
  const { schema } = await createTestWorkspace()
  page = schema.get('landingPage')
})

const content = {
  sections: [
    { _key: 'a', _type: 'testimonialsSection', testimonials: [{ _key: 'b', _type: 'testimonial' }] },
    { _key: 'c', _type: 'questionsSection' },
  ],
}

it.each([
  [['path'], 'Path'],
  [['seo', 'title'], 'Search and sharing › Title'],
  [['sections', { _key: 'c' }, 'heading'], 'Sections › Questions and answers › Heading'],
  [['sections', { _key: 'a' }, 'testimonials', { _key: 'b' }, 'quote'], 'Sections › Testimonials › Quote'],
  [['sections', { _key: 'gone' }, 'heading'], 'Sections'],
  [[], ''],
])('returns the field titles along %j', (path, title) => {
  expect(page && getFieldTitle(page, path, content)).toBe(title)
})
