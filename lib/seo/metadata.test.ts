import { expect, it } from 'vitest'
import { toPage } from '@/lib/landingPages'
import { pages } from '@/lib/pages'
import { isIndexable, pageMetadata, socialImagePath } from './metadata'

const landingPage = toPage({ _id: 'coaches', path: '/coaches', title: 'Coaches' })

it.each([
  ['/social/home', pages.home],
  ['/social/services', pages.services],
  ['/social/terms', pages.terms],
  ['/social/site', pages.signIn],
  ['/social/site', pages.confirm],
  ['/social/landing/coaches', landingPage],
  ['/social/site', null],
])('returns %s as the path of a social image', (image, page) => expect(socialImagePath(page)).toBe(image))

it('excludes a page from search engines when an editor set `noindex`', () => {
  expect(pageMetadata({ title: 'About' }, undefined, pages.about).robots).toBeUndefined()
  expect(pageMetadata({ title: 'About', noindex: true }, undefined, pages.about).robots).toEqual({
    index: false,
  })
  expect([isIndexable(null), isIndexable({ noindex: true })]).toEqual([true, false])
})

it('a page is indexable at its own canonical URL unless an editor set another valid one', () => {
  const getCanonical = (canonical: string | null) =>
    pageMetadata({ canonical }, undefined, pages.about).alternates?.canonical
  expect(getCanonical('https://example.com/a')).toBe('https://example.com/a')
  for (const invalid of [
    null,
    '',
    '/a',
    'javascript:alert(1)',
    'http://example.com',
    'mailto:a@example.com',
  ]) {
    expect(getCanonical(invalid)).toBe('/about')
    expect(isIndexable({ canonical: invalid })).toBe(true)
  }
  expect(isIndexable({ canonical: 'https://example.com/a' })).toBe(false)
})
