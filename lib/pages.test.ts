import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allPages, findPage, isListed, pages } from './pages'

it('lists exactly the site’s pages, except landing pages', () => {
  const files = globSync('app/(site)/**/page.tsx').filter((file) => !file.includes('[slug]'))
  const paths = files.map((file) => file.replace(/^app\/\(site\)|\/page\.tsx$/g, '') || '/')
  expect(allPages.map(({ path }) => path).sort()).toEqual(paths.sort())
})

it('uses each document for only one page', () => {
  expect(new Set(allPages.map(({ document }) => document)).size).toBe(allPages.length)
})

it('isListed is false only for the page after Checkout and the account pages', () => {
  const unlistedPaths = allPages.filter((page) => !isListed(page)).map(({ path }) => path)
  expect(unlistedPaths).toEqual([
    '/success',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/auth/confirm',
    '/account',
  ])
})

it.each([
  ['/', pages.home],
  ['/services#offer', pages.services],
  ['/contact?topic=tour', pages.contact],
  ['/?next=/about', pages.home],
  ['/servicesx', undefined],
  ['/toString', undefined],
])('finds the page at %s, or returns undefined', (href, page) => expect(findPage(href)).toBe(page))
