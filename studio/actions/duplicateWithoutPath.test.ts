import { expect, it } from 'vitest'
import { copyLandingPage } from './duplicateWithoutPath'

it('copies a landing page without its paths, under its own name', () => {
  const page = { _id: 'a', _type: 'landingPage', title: 'Coaches', path: '/coaches', formerPaths: ['/coach'] }
  expect(copyLandingPage(page)).toEqual({ _id: 'a', _type: 'landingPage', title: 'Copy of Coaches' })
})
