import { expect, it } from 'vitest'
import { getLivePath } from './livePage'

it.each([
  [{ _id: 'aboutPage', _type: 'aboutPage' }, '/about'],
  [{ _id: 'legalPage-terms', _type: 'legalPage', path: '/terms' }, '/terms'],
  [{ _id: 'coaches', _type: 'landingPage', path: '/coaches', title: 'Coaches' }, '/coaches'],
  [{ _id: 'coaches', _type: 'landingPage' }, undefined],
  [{ _id: 'siteSettings', _type: 'siteSettings' }, '/'],
  [{ _id: 'redirects', _type: 'redirects' }, undefined],
])('returns the live path of %j: %s', (document, path) => {
  expect(getLivePath(document)).toBe(path)
})
