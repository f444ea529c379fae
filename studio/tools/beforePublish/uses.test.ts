import { expect, it } from 'vitest'
import { isShowingAnnouncement, isUsedBy } from './uses'

const page = { path: '/coaches', formerPaths: ['/podcast'] }
const redirectTo = (to: string) => ({
  _id: 'redirects',
  _type: 'redirects',
  rules: [{ from: '/old', to, match: 'exact', status: '301' }],
})

it('counts a redirect to the current or a former path as a use of the page', () => {
  expect(isUsedBy(redirectTo('/coaches'), 'landing', page)).toBe(true)
  expect(isUsedBy(redirectTo('/podcast'), 'landing', page)).toBe(true)
  expect(isUsedBy(redirectTo('/about'), 'landing', page)).toBe(false)
  expect(isUsedBy(redirectTo('/podcast'), 'landing', { path: '/coaches' })).toBe(false)
})

it('finds the pages that show a document', () => {
  expect(isUsedBy({ _id: 'homePage', _type: 'homePage' }, 'offer')).toBe(true)
  const landingPage = (section: object) => ({ _id: 'other', _type: 'landingPage', sections: [section] })
  expect(isUsedBy(landingPage({ _type: 'offerSection' }), 'offer')).toBe(true)
  expect(isUsedBy(landingPage({ _type: 'mission' }), 'offer')).toBe(false)
})

it('finds the pages that show an announcement', () => {
  const about = { _id: 'aboutPage', _type: 'aboutPage' }
  const coaches = { _id: 'coaches', _type: 'landingPage', path: '/coaches' }
  expect([about, coaches].map((document) => isShowingAnnouncement(document, {}))).toEqual([true, true])
  expect(
    [about, coaches].map((document) => isShowingAnnouncement(document, { pages: ['/coaches'] })),
  ).toEqual([false, true])
  const movedPage = { ...coaches, path: '/trainers', formerPaths: ['/coaches'] }
  expect(isShowingAnnouncement(movedPage, { pages: ['/coaches'] })).toBe(true)
  expect(isShowingAnnouncement({ _id: 'siteSettings', _type: 'siteSettings' }, {})).toBe(false)
})
