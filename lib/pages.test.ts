import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allPages, findPage, isListed, pages } from './pages'

it('has every route of the site, and no other', () => {
  const files = globSync('app/(site)/**/page.tsx').filter((file) => !file.includes('[slug]'))
  const routes = files.map((file) => file.replace(/^app\/\(site\)|\/page\.tsx$/g, '') || '/')
  expect(allPages.map(({ path }) => path).sort()).toEqual(routes.sort())
})

it('has each document once', () => {
  expect(new Set(allPages.map(({ document }) => document)).size).toBe(allPages.length)
})

it('marks pages with personal content', () => {
  const hidden = allPages.filter((page) => !isListed(page)).map(({ path }) => path)
  expect(hidden).toEqual([
    '/success',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/auth/confirm',
    '/account',
    '/claim',
  ])
})

it.each([
  ['/', pages.home],
  ['/services#offer', pages.services],
  ['/contact?topic=tour', pages.contact],
  ['/?next=/about', pages.home],
  ['/servicesx', undefined],
  ['/toString', undefined],
])('%s', (href, page) => expect(findPage(href)).toBe(page))
