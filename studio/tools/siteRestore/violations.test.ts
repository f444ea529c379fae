import type { SanityDocument } from 'sanity'
import { describe, expect, it } from 'vitest'
import { type Change, diffDocuments } from './changes'
import { findRestoreViolations } from './violations'

const page = (fields: object): SanityDocument => ({
  _id: 'landing',
  _type: 'landingPage',
  _rev: 'r1',
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-01T00:00:00Z',
  sections: [{ heading: 'Heading' }],
  ...fields,
})

it('validates a moved landing page with its current path as a former path', async () => {
  const [current, past] = [page({ path: '/b', formerPaths: ['/a'] }), page({ path: '/a' })]
  const validatedFormerPaths: unknown[] = []
  const violations = await findRestoreViolations(
    diffDocuments([current], [past]),
    [current],
    async (document) => {
      validatedFormerPaths.push(document.formerPaths)
      return []
    },
  )
  expect([validatedFormerPaths, violations]).toEqual([[['/b']], []])
})

it('recreates a deleted page whose path the restored site no longer redirects', async () => {
  const past = page({ path: '/a' })
  const redirects = (rules: object[]) => ({ ...page({ rules }), _id: 'redirects', _type: 'redirects' })
  const [current, other] = [redirects([{ from: '/a', to: '/' }]), redirects([])]
  const message = '/a is redirected to /. Remove that from “Redirects” first, or choose another path.'
  const validate = async ({ _type }: SanityDocument) =>
    _type === 'landingPage' ? [{ level: 'error', message, path: ['path'] }] : []
  const undo = diffDocuments([current], [past, other])
  expect(await findRestoreViolations(undo, [current], validate)).toEqual([])
  const withoutRedirects = undo.filter(({ id }) => id !== 'redirects')
  expect(await findRestoreViolations(withoutRedirects, [current], validate)).toContainEqual({
    document: expect.objectContaining({ path: '/a' }),
    message,
  })
})

it('reports validation errors and deleted pictures', async () => {
  const past = page({ path: '/a', picture: { asset: { _ref: 'image-abc-1x1-png' } } })
  const violations = await findRestoreViolations(diffDocuments([], [past]), [], async () => [
    { level: 'error', message: 'Please fill in “Name”.', path: ['name'] },
    { level: 'error', message: 'Referenced document must be published', path: ['picture', 'asset'] },
    { level: 'warning', message: 'Could be better.', path: ['name'] },
  ])
  expect(violations.map(({ message }) => message)).toEqual([
    'Please fill in “Name”.',
    'One of its pictures or videos was deleted.',
  ])
})

const document = (_id: string, fields: Record<string, unknown> = {}): SanityDocument => ({
  _id,
  _type: _id,
  _rev: `rev-of-${_id}`,
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-02T00:00:00Z',
  ...fields,
})

/** Finds the ids and messages of violations that depend on other documents. */
async function findSiteViolations(changes: readonly Change[], published: readonly SanityDocument[]) {
  const violations = await findRestoreViolations(changes, published, async () => [])
  return violations.map(({ document: { _id }, message }) => ({ id: _id, message }))
}

describe('the violations of a site restore', () => {
  const link = (page: string) => ({ _type: 'link', kind: 'page', page, label: 'Link' })
  const footer = [link('/terms'), link('/privacy')]
  const settings = document('siteSettings', { footerLinks: footer })
  const home = document('homePage', { links: [link('/about')] })
  const about = document('aboutPage')
  const legalPages = [document('legalPage-terms'), document('legalPage-privacy')]
  const published = [settings, home, about, ...legalPages]

  it('include a footer without one of its legal links', async () => {
    const [change] = diffDocuments([settings], [document('siteSettings', { footerLinks: [footer[0]] })])
    expect(change && (await findSiteViolations([change], published))).toEqual([
      { id: 'siteSettings', message: expect.stringContaining('no link to “Privacy') },
    ])
  })

  const landing = document('landing', { _type: 'landingPage', path: '/coaches' })
  const redirects = document('redirects', { rules: [{ from: '/old', to: '/coaches#offer' }] })

  it('include a link to a deleted page, unless the restore removes the link', async () => {
    const linkingHome = document('homePage', { links: [link('/coaches')] })
    const current = [settings, linkingHome, ...legalPages, landing]
    expect(await findSiteViolations(diffDocuments([landing], []), current)).toEqual([
      { id: 'homePage', message: 'No page that visitors can open has the path /coaches.' },
    ])
    const bothChanges = diffDocuments([landing, linkingHome], [document('homePage')])
    expect(await findSiteViolations(bothChanges, current)).toEqual([])
  })

  it('include a redirect to a deleted page, unless the restore removes the redirect', async () => {
    const deletion = diffDocuments([landing], [])
    expect(await findSiteViolations(deletion, [...published, landing, redirects])).toEqual([
      { id: 'redirects', message: 'No page of this site has the path /coaches.' },
    ])
    const bothChanges = diffDocuments([landing, redirects], [document('redirects', { rules: [] })])
    expect(await findSiteViolations(bothChanges, [...published, landing, redirects])).toEqual([])
  })

  it('include a placeholder that the restored offer doesn’t fill', async () => {
    const offerWithClips = document('offer', { inclusions: [{ counts: 'clips', quantity: 10 }] })
    const offerWithoutClips = document('offer', { inclusions: [] })
    const homeWithPlaceholder = document('homePage', { lead: '{clips} clips' })
    const current = [offerWithClips, document('homePage')]
    expect(
      await findSiteViolations(diffDocuments(current, [offerWithoutClips, homeWithPlaceholder]), current),
    ).toEqual([{ id: 'homePage', message: expect.stringContaining('counts “Clips”') }])
    expect(
      await findSiteViolations(diffDocuments([offerWithClips], [offerWithoutClips]), [
        offerWithClips,
        homeWithPlaceholder,
      ]),
    ).toHaveLength(1)
    const past = [offerWithoutClips, document('homePage')]
    expect(
      await findSiteViolations(diffDocuments(past, [offerWithClips, homeWithPlaceholder]), past),
    ).toEqual([])
  })

  it('exclude a link to a landing page’s current path, which redirects after the restore', async () => {
    const linkingHome = document('homePage', { links: [link('/clients')] })
    const moved = { ...landing, path: '/clients', formerPaths: ['/coaches'] }
    expect(
      await findSiteViolations(diffDocuments([moved], [landing]), [...published, linkingHome, moved]),
    ).toEqual([])
  })

  it('exclude a redirect that is restored with its page', async () => {
    const current = [...published, document('redirects', { rules: [] })]
    expect(await findSiteViolations(diffDocuments(current.slice(-1), [redirects, landing]), current)).toEqual(
      [],
    )
  })

  it('exclude a link that is restored with its page', async () => {
    const changes = diffDocuments([document('homePage')], [home, about])
    expect(await findSiteViolations(changes, [settings, document('homePage'), ...legalPages])).toEqual([])
  })
})
