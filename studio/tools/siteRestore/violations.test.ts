import type { SanityDocument, Workspace } from 'sanity'
import { beforeAll, expect, it } from 'vitest'
import { type SeedDocument, seedDocuments } from '@/tests/support/seedDocuments'
import { createTestWorkspace } from '@/tests/support/workspace'
import { diffDocuments, keepPaths } from './changes'
import { findRestoreViolations } from './violations'

let workspace: Workspace
beforeAll(async () => {
  workspace = await createTestWorkspace()
})

const timestamp = '2027-01-01T00:00:00Z'
const complete = (document: SeedDocument): SanityDocument => ({
  _rev: 'r1',
  _createdAt: timestamp,
  _updatedAt: timestamp,
  ...document,
})

/** The seed's documents, except `messages`, because validating all messages takes a long time. */
const seed = seedDocuments()
  .filter(({ _id }) => _id !== 'messages')
  .map(complete)
/** The assets of the seed's documents: one picture and one file. */
const assets = [...new Set(JSON.stringify(seed).match(/(?:image|file)-[\w-]+(?=")/g))].map((_id) =>
  complete({ _id, _type: _id.startsWith('image') ? 'sanity.imageAsset' : 'sanity.fileAsset' }),
)

/** Returns a seed document, with the given fields replaced. */
function seeded(id: string, fields: object = {}): SanityDocument {
  const document = seed.find(({ _id }) => _id === id)
  if (!document) throw new Error(`The seed has no document “${id}”`)
  return { ...document, ...fields }
}

/** Returns the seed's documents and the given ones, which replace seed documents with the same ids. */
const publish = (...documents: SanityDocument[]) => [
  ...seed.filter(({ _id }) => !documents.some((other) => other._id === _id)),
  ...documents,
]

const landingPage = (path: string, fields: object = {}): SanityDocument =>
  complete({
    _id: 'landing',
    _type: 'landingPage',
    title: 'Coaches',
    path,
    sections: [{ _key: 'intro', _type: 'pageIntroSection', heading: 'For coaches' }],
    seo: { _type: 'seo', title: 'Podcasts for coaches', description: 'What it brings. '.repeat(5).trim() },
    ...fields,
  })
const redirects = (...rules: object[]) =>
  seeded('redirects', {
    rules: rules.map((rule, index) => ({
      _key: `r${index}`,
      _type: 'redirect',
      match: 'exact',
      status: '301',
      ...rule,
    })),
  })
const settingsWith = (...links: object[]) =>
  seeded('siteSettings', { footerLinks: [Object(seeded('siteSettings').footerLinks), links].flat() })
const linkTo = (page: string) => ({ _key: page, _type: 'link', kind: 'page', page, label: 'Link' })
const homeWith = (text: string) =>
  seeded('homePage', {
    seo: Object.assign({}, seeded('homePage').seo, {
      description: `${text} ${'What it brings. '.repeat(5)}`.trim(),
    }),
  })

/** Returns the ids of documents with violations, and their messages. */
async function findViolations(
  current: readonly SanityDocument[],
  past: readonly SanityDocument[],
  published: readonly SanityDocument[],
) {
  const changes = keepPaths(diffDocuments(current, past), published)
  const violations = await findRestoreViolations(changes, [...published, ...assets], workspace)
  return violations.map(({ document: { _id }, message }) => [_id, message])
}

it('finds errors that a restore adds, including deleted pictures, but no warnings', async () => {
  const [contact, about] = [seeded('contactPage'), seeded('aboutPage')]
  const image = { _type: 'picture', alt: 'A door', asset: { _type: 'reference', _ref: 'image-gone-1x1-png' } }
  const past = [
    { ...contact, heading: '', seo: { ...Object(contact.seo), title: 'A' } },
    { ...about, seo: { ...Object(about.seo), image } },
  ]
  const published = publish(settingsWith(linkTo('/missing')))
  expect(await findViolations([contact, about], past, published)).toEqual([
    ['aboutPage', 'One of its pictures or videos was deleted.'],
    ['contactPage', expect.stringContaining('Heading')],
  ])
})

it('finds a footer that lacks a legal link', async () => {
  const current = seeded('siteSettings')
  const footerLinks = [Object(current.footerLinks)].flat().filter(({ page }) => page !== '/privacy')
  expect(await findViolations([current], [{ ...current, footerLinks }], seed)).toEqual([
    ['siteSettings', expect.stringContaining('no link to “Privacy')],
  ])
})

it('finds a link to a deleted page, unless the restore removes the link', async () => {
  const [page, settings] = [landingPage('/coaches'), settingsWith(linkTo('/coaches'))]
  const published = publish(page, settings)
  expect(await findViolations([page], [], published)).toEqual([
    ['siteSettings', 'Visitors can’t open any page at /coaches.'],
  ])
  expect(await findViolations([page, settings], [seeded('siteSettings')], published)).toEqual([])
})

it('finds a redirect to a deleted page, unless the restore removes the redirect', async () => {
  const [page, current] = [landingPage('/coaches'), redirects({ from: '/old', to: '/coaches#offer' })]
  const published = publish(page, current)
  expect(await findViolations([page], [], published)).toEqual([
    ['redirects', '/coaches itself redirects to /. Enter the final page or URL.'],
  ])
  expect(await findViolations([page, current], [redirects()], published)).toEqual([])
})

it('finds a placeholder that the restored offer doesn’t fill', async () => {
  const offer = seeded('offer')
  const inclusions = [Object(offer.inclusions)].flat().filter(({ counts }) => counts !== 'clips')
  const offerWithoutClips = { ...offer, inclusions }
  const unfilled = ['homePage', expect.stringContaining('no inclusion for “Clips”')]
  const [current, past] = [homeWith('Clips.'), homeWith('{clips} clips.')]
  const published = publish(offerWithoutClips, current)
  expect(await findViolations([current], [past], published)).toEqual([unfilled])
  expect(await findViolations([current, offerWithoutClips], [past, offer], published)).toEqual([])
  expect(await findViolations([offer], [offerWithoutClips], publish(past))).toEqual(
    expect.arrayContaining([unfilled, ['offer', expect.stringContaining('{clips}')]]),
  )
})

it('finds a removed section that links point to', async () => {
  const current = seeded('servicesPage')
  const sections = [Object(current.sections)].flat().filter(({ anchor }) => anchor !== 'offer')
  expect(await findViolations([current], [{ ...current, sections }], seed)).toContainEqual([
    'servicesPage',
    expect.stringContaining('No section has the link name “offer” anymore'),
  ])
})

it('accepts a link to the current path of a landing page that moves back', async () => {
  const current = landingPage('/clients', { formerPaths: ['/coaches'] })
  const published = publish(current, settingsWith(linkTo('/clients')))
  expect(await findViolations([current], [landingPage('/coaches')], published)).toEqual([])
})

it('accepts links and redirects to a page that is restored with them', async () => {
  const current = [seeded('siteSettings'), redirects()]
  const past = [settingsWith(linkTo('/coaches')), redirects({ from: '/old', to: '/coaches' })]
  expect(await findViolations(current, [landingPage('/coaches'), ...past], seed)).toEqual([])
})

it('finds a redirect from the path of a recreated page, unless the restore removes the redirect', async () => {
  const [page, current] = [landingPage('/coaches'), redirects({ from: '/coaches', to: '/' })]
  expect(await findViolations([current], [page, redirects()], publish(current))).toEqual([])
  expect(await findViolations([], [page], publish(current))).toContainEqual([
    'landing',
    '/coaches is redirected to /. Remove that redirect first, or choose another path.',
  ])
})

it('finds a path that another page has now, unless the restore deletes that page', async () => {
  const [page, owner] = [landingPage('/clients'), landingPage('/coaches', { _id: 'owner', title: 'Owner' })]
  const [past, published] = [landingPage('/coaches'), publish(page, owner)]
  expect(await findViolations([page], [past], published)).toContainEqual([
    'landing',
    '/coaches is the path of “Owner”. Choose another one.',
  ])
  expect(await findViolations([page, owner], [past], published)).toEqual([])
})
