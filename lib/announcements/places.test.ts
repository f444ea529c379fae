import { expect, it } from 'vitest'
import { asPage, landingPagesIn } from '@/lib/landingPages'
import { pages } from '@/lib/pages'
import { isMeantFor } from './places'

const [coaches] = landingPagesIn([{ _id: 'a', path: '/coaches', formerPaths: ['/podcast'] }]).map(asPage)
if (!coaches) throw new Error('The landing page of the test has no usable address.')

it.each([[[]], [null]])('is meant for every page when it names none: %j', (named) => {
  expect(isMeantFor(named, pages.about)).toBe(true)
  expect(isMeantFor(named, coaches)).toBe(true)
})

it('is meant for the pages that it names, landing pages among them', () => {
  expect(isMeantFor(['/about', '/coaches'], pages.about)).toBe(true)
  expect(isMeantFor(['/about', '/coaches'], coaches)).toBe(true)
  expect(isMeantFor(['/about'], coaches)).toBe(false)
  expect(isMeantFor(['/coaches'], pages.about)).toBe(false)
})

it('goes along when a landing page moves', () => {
  expect(isMeantFor(['/podcast'], coaches)).toBe(true)
})
