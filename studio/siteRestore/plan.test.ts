import { describe, expect, it } from 'vitest'
import { singletonTypes } from '@/lib/content/fixedDocuments'
import {
  buildMutations,
  collectAssetIds,
  diffDocuments,
  findSiteViolations,
  isBeyondHistory,
  isSelectedByDefault,
  type StoredDocument,
} from './plan'

const document = (_id: string, fields: Record<string, unknown> = {}): StoredDocument => ({
  _id,
  _type: _id,
  _rev: `rev-of-${_id}`,
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-02T00:00:00Z',
  ...fields,
})

describe('the changes of a site restore', () => {
  it('include changed, deleted and recreated documents, with the fields that differ', () => {
    const current = [
      document('aboutPage', { title: 'New', sections: [{ _key: 'a', text: 'x' }] }),
      document('banner'),
      document('homePage', { title: 'Same', _rev: 'later', _updatedAt: '2027-05-05T00:00:00Z' }),
    ]
    const past = [
      document('aboutPage', { title: 'Old', sections: [{ text: 'x', _key: 'a' }], note: null }),
      document('homePage', { title: 'Same' }),
      document('oldPage'),
    ]
    expect(diffDocuments(current, past).map(({ id, kind, fields }) => [id, kind, fields])).toEqual([
      ['aboutPage', 'changed', ['title', 'note']],
      ['banner', 'deleted', ['_id', '_type']],
      ['oldPage', 'recreated', ['_id', '_type']],
    ])
  })

  it('are selected by default, except the deletion of a required document', () => {
    const changes = diffDocuments([document('homePage'), document('banner')], [])
    expect(changes.map((change) => [change.id, isSelectedByDefault(change)])).toEqual([
      ['banner', true],
      ['homePage', false],
    ])
  })

  it('are not selected by default for the offer and legal pages', () => {
    expect(
      ['homePage', 'offer', 'legalPage', 'messages'].map((type) =>
        isSelectedByDefault({ type, kind: 'changed' }),
      ),
    ).toEqual([true, false, false, true])
  })
})

describe('a time before the available history', () => {
  const time = '2027-01-01T12:00:00Z'
  it('is detected by a missing or later state of an older document', () => {
    const current = document('homePage')
    expect(isBeyondHistory({ current, past: undefined }, time)).toBe(true)
    expect(isBeyondHistory({ current, past: document('homePage') }, time)).toBe(true)
  })
  it('is not assumed for a document that was created later, or has an earlier state', () => {
    const current = document('banner', { _createdAt: '2027-01-01T12:00:01Z' })
    expect(isBeyondHistory({ current, past: undefined }, time)).toBe(false)
    const past = document('banner', { _updatedAt: '2027-01-01T11:59:59Z' })
    expect(isBeyondHistory({ current, past }, time)).toBe(false)
    expect(isBeyondHistory({ current: undefined, past }, time)).toBe(false)
  })
})

describe('the transaction of a site restore', () => {
  it('creates documents, and replaces and deletes others at their known revision', () => {
    const changes = diffDocuments(
      [document('changed', { title: 'New' }), document('removed')],
      [document('changed', { title: 'Old', _rev: 'older' }), document('returns')],
    )
    expect(buildMutations(changes)).toEqual([
      { patch: { id: 'changed', ifRevisionID: 'rev-of-changed', unset: ['isRestored'] } },
      {
        createOrReplace: {
          _id: 'changed',
          _type: 'changed',
          title: 'Old',
          _createdAt: '2027-01-01T00:00:00Z',
        },
      },
      { patch: { id: 'removed', ifRevisionID: 'rev-of-removed', unset: ['isRestored'] } },
      { delete: { id: 'removed' } },
      { create: { _id: 'returns', _type: 'returns' } },
    ])
  })

  it.each([...singletonTypes, 'legalPage'])(
    'is refused when it would delete a document of type %s',
    (type) => {
      const changes = diffDocuments([document('required', { _type: type })], [])
      expect(() => buildMutations(changes)).toThrow(`required (${type})`)
    },
  )
})

describe('a restored landing page that has moved', () => {
  const page = (path: string, formerPaths?: string[]) =>
    document('landing', { _type: 'landingPage', path, ...(formerPaths && { formerPaths }) })
  const getLastMutation = (current: StoredDocument, past: StoredDocument) =>
    buildMutations(diffDocuments([current], [past])).at(-1)

  it('returns to its earlier path and keeps its current path as a former one', () => {
    expect(getLastMutation(page('/b', ['/a']), page('/a'))).toMatchObject({
      createOrReplace: { path: '/a', formerPaths: ['/b'] },
    })
    expect(getLastMutation(page('/a', ['/b']), page('/b', ['/a']))).toMatchObject({
      createOrReplace: { path: '/b', formerPaths: ['/a'] },
    })
  })
})

describe('the violations of a site restore', () => {
  const link = (page: string) => ({ _type: 'link', kind: 'page', page, label: 'Link' })
  const footer = [link('/terms'), link('/privacy')]
  const settings = document('siteSettings', { footerLinks: footer })
  const home = document('homePage', { links: [link('/about')] })
  const about = document('aboutPage')
  const legalPages = [document('legalPage-terms'), document('legalPage-privacy')]
  const published = [settings, home, about, ...legalPages]

  it('include a footer without one of its legal links', () => {
    const [change] = diffDocuments([settings], [document('siteSettings', { footerLinks: [footer[0]] })])
    expect(change && findSiteViolations([change], published)).toEqual([
      { id: 'siteSettings', message: expect.stringContaining('no link to “Privacy') },
    ])
  })

  it('include a link to a page that the restore deletes, unless it removes the link', () => {
    const deletion = diffDocuments([about], [])
    expect(findSiteViolations(deletion, published)).toEqual([
      { id: 'homePage', message: expect.stringContaining('“About” is not published') },
    ])
    const bothChanges = diffDocuments([about, home], [document('homePage')])
    expect(findSiteViolations(bothChanges, published)).toEqual([])
  })

  const landing = document('landing', { _type: 'landingPage', path: '/coaches' })
  const redirects = document('redirects', { rules: [{ from: '/old', to: '/coaches#offer' }] })

  it('include a redirect to a page that the restore deletes, unless it removes the redirect', () => {
    const deletion = diffDocuments([landing], [])
    expect(findSiteViolations(deletion, [...published, landing, redirects])).toEqual([
      { id: 'redirects', message: 'No page of this site has the path /coaches.' },
    ])
    const bothChanges = diffDocuments([landing, redirects], [document('redirects', { rules: [] })])
    expect(findSiteViolations(bothChanges, [...published, landing, redirects])).toEqual([])
  })

  it('include a placeholder that the restored offer doesn’t fill', () => {
    const offerWithClips = document('offer', { inclusions: [{ counts: 'clips', quantity: 10 }] })
    const offerWithoutClips = document('offer', { inclusions: [] })
    const homeWithPlaceholder = document('homePage', { lead: '{clips} clips' })
    const current = [offerWithClips, document('homePage')]
    expect(
      findSiteViolations(diffDocuments(current, [offerWithoutClips, homeWithPlaceholder]), current),
    ).toEqual([{ id: 'homePage', message: expect.stringContaining('counts “Clips”') }])
    expect(
      findSiteViolations(diffDocuments([offerWithClips], [offerWithoutClips]), [
        offerWithClips,
        homeWithPlaceholder,
      ]),
    ).toHaveLength(1)
    const past = [offerWithoutClips, document('homePage')]
    expect(findSiteViolations(diffDocuments(past, [offerWithClips, homeWithPlaceholder]), past)).toEqual([])
  })

  it('exclude a link to a landing page’s current path, which redirects after the restore', () => {
    const linkingHome = document('homePage', { links: [link('/clients')] })
    const moved = { ...landing, path: '/clients', formerPaths: ['/coaches'] }
    expect(findSiteViolations(diffDocuments([moved], [landing]), [...published, linkingHome, moved])).toEqual(
      [],
    )
  })

  it('exclude a redirect that is restored with its page', () => {
    const current = [...published, document('redirects', { rules: [] })]
    expect(findSiteViolations(diffDocuments(current.slice(-1), [redirects, landing]), current)).toEqual([])
  })

  it('exclude a link that is restored with its page', () => {
    const changes = diffDocuments([document('homePage')], [home, about])
    expect(findSiteViolations(changes, [settings, document('homePage'), ...legalPages])).toEqual([])
  })
})

it('collects the ids of pictures and files', () => {
  const text = {
    picture: { asset: { _ref: 'image-abc-1x1-png' } },
    list: [{ asset: { _ref: 'file-x-mp4' } }],
    to: { _ref: 'homePage' },
  }
  expect(collectAssetIds(text)).toEqual(['image-abc-1x1-png', 'file-x-mp4'])
})
