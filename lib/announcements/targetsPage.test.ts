import { expect, it } from 'vitest'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { pages } from '@/lib/pages'
import { targetsPage } from './targetsPage'

const [coaches] = parseLandingPages([{ _id: 'a', path: '/coaches', formerPaths: ['/podcast'] }]).map(toPage)
if (!coaches) throw new Error('The landing page of the test has no usable address.')

it.each([[[]], [null]])('is meant for every page when it names none: %j', (named) => {
  expect(targetsPage(named, pages.about)).toBe(true)
  expect(targetsPage(named, coaches)).toBe(true)
})

it('is meant for the pages that it names, landing pages among them', () => {
  expect(targetsPage(['/about', '/coaches'], pages.about)).toBe(true)
  expect(targetsPage(['/about', '/coaches'], coaches)).toBe(true)
  expect(targetsPage(['/about'], coaches)).toBe(false)
  expect(targetsPage(['/coaches'], pages.about)).toBe(false)
})

it('goes along when a landing page moves', () => {
  expect(targetsPage(['/podcast'], coaches)).toBe(true)
})
