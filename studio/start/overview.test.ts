import { expect, it } from 'vitest'
import { getLatestChanges, groupAnnouncements } from './overview'

const transaction = (timestamp: string, author: string | null, ...documentIDs: string[]) => ({
  id: timestamp,
  timestamp,
  author,
  documentIDs,
})

it('returns the last change of each document, and whether it was published', () => {
  const log = [
    transaction('5', 'eve', 'drafts.homePage'),
    transaction('4', 'eve', 'drafts.offer', 'offer'),
    transaction('3', null, 'drafts.aboutPage'),
    transaction('2', 'ada', 'homePage', 'image-1'),
    transaction('1', 'ada', 'offer'),
  ]
  const existingIds = ['homePage', 'drafts.homePage', 'offer', 'aboutPage', 'drafts.aboutPage']
  expect(getLatestChanges(log, new Set(existingIds))).toEqual([
    { id: 'homePage', changedAt: '5', author: 'eve', isPublished: false },
    { id: 'offer', changedAt: '4', author: 'eve', isPublished: true },
    { id: 'aboutPage', changedAt: '3', author: null, isPublished: false },
  ])
})

it('ignores changes of a draft that was discarded', () => {
  const log = [
    transaction('4', 'eve', 'drafts.homePage'),
    transaction('3', 'eve', 'drafts.homePage'),
    transaction('2', 'ada', 'homePage', 'drafts.homePage'),
  ]
  expect(getLatestChanges(log, new Set(['homePage']))).toEqual([
    { id: 'homePage', changedAt: '2', author: 'ada', isPublished: true },
  ])
})

it('returns current and future announcements, and the current ones that end soon', () => {
  const announcement = (_id: string, start: string | null, end: string | null) => ({
    _id,
    text: _id,
    start,
    end,
  })
  const now = Date.parse('2027-11-26T12:00:00Z')
  const { scheduledAnnouncements, endingAnnouncements } = groupAnnouncements(
    [
      announcement('later', '2027-12-20T08:00:00Z', '2027-12-27T08:00:00Z'),
      announcement('over', '2027-11-01T08:00:00Z', '2027-11-02T08:00:00Z'),
      announcement('ends', '2027-11-20T08:00:00Z', '2027-11-29T11:00:00Z'),
      announcement('lasts', '2027-11-21T08:00:00Z', '2027-12-30T08:00:00Z'),
      announcement('unfinished', null, '2028-01-01T00:00:00Z'),
    ],
    now,
  )
  expect(scheduledAnnouncements.map(({ _id, isNow }) => [_id, isNow])).toEqual([
    ['ends', true],
    ['lasts', true],
    ['later', false],
  ])
  expect(endingAnnouncements.map(({ _id }) => _id)).toEqual(['ends'])
})
