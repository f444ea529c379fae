import { expect, it } from 'vitest'
import { copyLandingPage } from './duplicateWithoutPath'

it('copies a landing page without its paths, with “Copy of” before its title', () => {
  const page = { _id: 'a', _type: 'landingPage', title: 'Coaches', path: '/coaches', formerPaths: ['/coach'] }
  expect(copyLandingPage(page)).toEqual({ _id: 'a', _type: 'landingPage', title: 'Copy of Coaches' })
})
