import { expect, it } from 'vitest'
import { toPage } from '@/lib/landingPages'
import { pages } from '@/lib/pages'
import { isForSearch, pageMetadata, socialImagePath } from './metadata'

const landing = toPage({ _id: 'coaches', path: '/coaches', title: 'Coaches' })

it.each([
  [pages.home, '/social/home'],
  [pages.services, '/social/services'],
  [pages.terms, '/social/terms'],
  [pages.signIn, '/social/site'],
  [pages.confirm, '/social/site'],
  [landing, '/social/landing/coaches'],
  [null, '/social/site'],
])('$document is shared with its image', (page, image) => expect(socialImagePath(page)).toBe(image))

it("excludes pages from search engines by the editor's setting", () => {
  expect(pageMetadata({ title: 'About' }, undefined, pages.about).robots).toBeUndefined()
  expect(pageMetadata({ title: 'About', noindex: true }, undefined, pages.about).robots).toEqual({
    index: false,
  })
  expect([isForSearch(null), isForSearch({ noindex: true })]).toEqual([true, false])
})

it('names the canonical URL of a page: itself, or one on another site', () => {
  const getCanonical = (canonical: string | null) =>
    pageMetadata({ canonical }, undefined, pages.about).alternates?.canonical
  expect(getCanonical('https://example.com/a')).toBe('https://example.com/a')
  for (const hostile of [
    null,
    '',
    '/a',
    'javascript:alert(1)',
    'http://example.com',
    'mailto:a@example.com',
  ]) {
    expect(getCanonical(hostile)).toBe('/about')
    expect(isForSearch({ canonical: hostile })).toBe(true)
  }
  expect(isForSearch({ canonical: 'https://example.com/a' })).toBe(false)
})
