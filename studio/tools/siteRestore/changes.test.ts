import type { SanityDocument } from 'sanity'
import { describe, expect, it } from 'vitest'
import { singletonTypes } from '@/lib/content/fixedDocuments'
import { buildMutations, diffDocuments, isSelectedByDefault, keepPaths, listDeleted } from './changes'

const document = (_id: string, fields: Record<string, unknown> = {}): SanityDocument => ({
  _id,
  _type: _id,
  _rev: `rev-of-${_id}`,
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-02T00:00:00Z',
  ...fields,
})

describe('the changes in a site restore', () => {
  it('include changed, deleted and recreated documents, but no unchanged ones', () => {
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
    expect(diffDocuments(current, past)).toMatchObject([
      { id: 'aboutPage', current: { title: 'New' }, past: { title: 'Old' } },
      { id: 'banner', past: undefined },
      { id: 'oldPage', current: undefined },
    ])
    expect(listDeleted(diffDocuments(current, past))).toEqual([document('banner')])
  })

  it.each([...singletonTypes, 'legalPage'])('never delete a document of type %s', (type) => {
    expect(diffDocuments([document('required', { _type: type })], [])).toEqual([])
  })

  it('are not selected by default for the offer and legal pages', () => {
    expect(
      ['homePage', 'offer', 'legalPage', 'messages'].map((type) =>
        isSelectedByDefault({ current: document(type), past: undefined }),
      ),
    ).toEqual([true, false, false, true])
  })
})

describe('a site restore’s transaction', () => {
  it('creates documents, and replaces or deletes others only at their known revision', () => {
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
})

describe('a restored landing page that has moved', () => {
  const page = (path: string, formerPaths?: string[]) =>
    document('landing', { _type: 'landingPage', path, ...(formerPaths && { formerPaths }) })
  const restore = (current: SanityDocument, past: SanityDocument, others: SanityDocument[] = []) =>
    keepPaths(diffDocuments([current], [past]), [current, ...others])

  it('returns to its earlier path and keeps its current path as a former one', () => {
    expect(restore(page('/b', ['/a']), page('/a'))).toMatchObject([
      { past: { path: '/a', formerPaths: ['/b'] } },
    ])
    expect(restore(page('/a', ['/b']), page('/b', ['/a']))).toMatchObject([
      { past: { path: '/b', formerPaths: ['/a'] } },
    ])
  })

  it('does not keep a path that another page of the restored site uses', () => {
    const other = document('other', { _type: 'landingPage', path: '/b' })
    expect(restore(page('/b'), page('/a'), [other])).toMatchObject([{ past: page('/a') }])
  })
})

describe('the redirects of deleted pages', () => {
  const page = document('landing', { _type: 'landingPage', path: '/b', formerPaths: ['/a'] })
  const redirect = { from: '/a', to: '/about' }
  const deletion = diffDocuments([page], [])

  it('point each path to the home page, unless the path already redirects', () => {
    const redirects = document('redirects', { rules: [redirect] })
    expect(keepPaths(deletion, [page, redirects])).toMatchObject([
      ...deletion,
      {
        id: 'redirects',
        current: redirects,
        past: { rules: [redirect, { from: '/b', to: '/', status: '302' }] },
      },
    ])
  })

  it('are added to the restored redirects, or to a new document if there is none', () => {
    const [current, past] = [document('redirects'), document('redirects', { rules: [redirect] })]
    const changes = diffDocuments([page, current], [past])
    const rules = [redirect, { from: '/b' }]
    expect(keepPaths(changes, [page, current])).toMatchObject([...deletion, { current, past: { rules } }])
    expect(buildMutations(keepPaths(deletion, [page])).at(-1)).toMatchObject({
      create: { _id: 'redirects', _type: 'redirects', rules: [{ from: '/b' }, { from: '/a' }] },
    })
  })

  it('are not added if no page is deleted', () => {
    const changes = diffDocuments([document('banner')], [page])
    expect(keepPaths(changes, [])).toEqual(changes)
  })
})
