import { expect, it } from 'vitest'
import { findChanges } from './findChanges'

const block = (text: string) => ({ _type: 'block', _key: text, children: [{ _key: 'a', text }] })
const page = {
  _id: 'aboutPage',
  _rev: '1',
  seo: { title: 'About', description: 'Us' },
  sections: [
    {
      _key: 'a',
      _type: 'textSection',
      heading: 'One',
      body: [block('first')],
      picture: { asset: { _ref: 'a' }, alt: 'A' },
    },
    { _key: 'b', _type: 'textSection', heading: 'Two' },
  ],
}
const [first, second] = page.sections

it.each([
  [
    'no change if only metadata and the order of fields differ',
    { ...page, _id: 'drafts.aboutPage', _rev: '2', seo: { description: 'Us', title: 'About' } },
    [],
  ],
  ['a changed field', { ...page, seo: { ...page.seo, title: 'We' } }, [['seo', 'title']]],
  [
    'a changed field of an item',
    { ...page, sections: [first, { ...second, heading: 'Three' }] },
    [['sections', { _key: 'b' }, 'heading']],
  ],
  [
    'an added item',
    { ...page, sections: [first, { _key: 'c', _type: 'textSection' }, second] },
    [['sections', { _key: 'c' }]],
  ],
  ['a removed item', { ...page, sections: [second] }, [['sections']]],
  ['a moved item', { ...page, sections: [second, first] }, [['sections']]],
  [
    'a changed rich text field',
    { ...page, sections: [{ ...first, body: [block('second')] }, second] },
    [['sections', { _key: 'a' }, 'body']],
  ],
  [
    'a replaced picture',
    { ...page, sections: [{ ...first, picture: { asset: { _ref: 'b' }, alt: 'A' } }, second] },
    [['sections', { _key: 'a' }, 'picture']],
  ],
  ['a removed field', { ...page, seo: undefined }, [['seo']]],
])('finds %s', (_, after, paths) => {
  expect(findChanges(page, after)).toEqual(paths)
})
