import { expect, it } from 'vitest'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { pages } from '@/lib/pages'
import { targetsPage } from './targetsPage'

const [coachesPage] = parseLandingPages([{ _id: 'a', path: '/coaches', formerPaths: ['/podcast'] }]).map(
  toPage,
)
if (!coachesPage) throw new Error('The path of the landing page in this test is not valid.')

it.each([[[]], [null]])('targets every page when the announcement lists none: %j', (named) => {
  expect(targetsPage(named, pages.about)).toBe(true)
  expect(targetsPage(named, coachesPage)).toBe(true)
})

it('targets the listed pages, including landing pages', () => {
  expect(targetsPage(['/about', '/coaches'], pages.about)).toBe(true)
  expect(targetsPage(['/about', '/coaches'], coachesPage)).toBe(true)
  expect(targetsPage(['/about'], coachesPage)).toBe(false)
  expect(targetsPage(['/coaches'], pages.about)).toBe(false)
})

it('targets a moved landing page by its former path', () => {
  expect(targetsPage(['/podcast'], coachesPage)).toBe(true)
})
