import type { SanityClient, SanityDocument } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { clientOf, refusal, writerOf } from './support.ts'

let cloud: RunningCloud
let writer: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  writer = writerOf(cloud)
})
afterAll(() => cloud.remove())

let _id = ''
let number = 0
beforeEach(async () => {
  number += 1
  _id = `post${number}`
  const list = ['a', 'b', 'c'].map((key, index) => ({ _key: key, n: index }))
  await writer.create({ _id, _type: 'post', title: 'Old title', count: 2, list, seo: { title: 'x' } })
})

type Post = SanityDocument & { title?: string; count?: number; list?: { _key: string; n: number }[] }

const stored = () => writer.getDocument<Post>(_id)

describe('patches', () => {
  test.each<[string, Parameters<SanityClient['patch']>[1], Record<string, unknown>]>([
    ['set a path', { set: { 'seo.title': 'y' } }, { seo: { title: 'y' } }],
    ['set by key', { set: { 'list[_key=="b"].n': 9 } }, { list: [{ n: 0 }, { n: 9 }, { n: 2 }] }],
    ['set by filter', { set: { 'list[n>0].n': 5 } }, { list: [{ n: 0 }, { n: 5 }, { n: 5 }] }],
    ['setIfMissing', { setIfMissing: { title: 'no', extra: 1 } }, { title: 'Old title', extra: 1 }],
    ['unset items', { unset: ['list[0]', 'list[-1]'] }, { list: [{ _key: 'b' }] }],
    ['inc and dec', { inc: { count: 3, 'list[-1].n': 1 }, dec: { 'list[0].n': 1 } }, { count: 5 }],
    [
      'insert before',
      { insert: { before: 'list[_key=="b"]', items: [{ _key: 'x' }] } },
      { list: [{ _key: 'a' }, { _key: 'x' }, { _key: 'b' }, { _key: 'c' }] },
    ],
    [
      'append',
      { insert: { after: 'list[-1]', items: [{ _key: 'x' }] } },
      { list: [{}, {}, {}, { _key: 'x' }] },
    ],
    [
      'diffMatchPatch',
      { diffMatchPatch: { title: '@@ -1,5 +1,5 @@\n-Old\n+New\n  t\n' } },
      { title: 'New title' },
    ],
  ])('%s', async (_name, operations, expected) => {
    await writer.patch(_id, operations).commit()
    expect(await stored()).toMatchObject(expected)
  })

  test('by query, each with the revision it is told', async () => {
    const query = `*[_type == "post" && _id == "${_id}"]`
    await writer.patch({ query }).inc({ count: 1 }).commit()
    expect((await stored())?.count).toBe(3)
    const guarded = writer.patch(_id).ifRevisionId('older').set({ count: 0 })
    expect(await refusal(guarded.commit())).toMatchObject({
      status: 409,
      body: { error: { type: 'mutationError', items: [{ index: 0, error: { id: _id } }] } },
    })
  })
})

describe('mutations', () => {
  test('answer ids, documents or nothing, as asked, and dry runs keep nothing', async () => {
    const patch = writer.patch(_id).set({ title: 'New' })
    expect(await patch.commit({ dryRun: true })).toMatchObject({ title: 'New' })
    expect((await stored())?.title).toBe('Old title')
    const transaction = () => writer.transaction().patch(_id, { inc: { count: 1 } })
    expect(await transaction().commit()).toMatchObject({
      documentIds: [_id],
      results: [{ id: _id, operation: 'update' }],
    })
    expect(await transaction().commit({ returnDocuments: true })).toMatchObject([{ _id, count: 4 }])
    for (const visibility of ['sync', 'async', 'deferred'] as const) {
      await writer.patch(_id).set({ title: visibility }).commit({ visibility })
      expect((await stored())?.title).toBe(visibility)
    }
  })

  test('have system fields that the server alone writes', async () => {
    const before = await stored()
    const after = await writer.patch(_id).set({ _rev: 'mine', _updatedAt: '1999-01-01T00:00:00Z' }).commit()
    expect(after._rev).not.toBe('mine')
    expect(after._rev).not.toBe(before?._rev)
    expect(after._createdAt).toBe(before?._createdAt)
    expect(after._updatedAt >= String(before?._updatedAt)).toBe(true)
  })

  test.each<[string, (client: SanityClient) => Promise<unknown>, number, string]>([
    ['an id twice', (c) => c.create({ _id, _type: 'post' }), 409, 'documentAlreadyExistsError'],
    ['a bad id', (c) => c.create({ _id: 'a b', _type: 'post' }), 400, 'malformedDocumentIDError'],
    [
      'another type',
      (c) => c.patch(_id).set({ _type: 'page' }).commit(),
      409,
      'cannotModifyImmutableAttributeError',
    ],
    ['what is not there', (c) => c.patch('nobody').set({ a: 1 }).commit(), 409, 'documentNotFoundError'],
    [
      'a reference to nothing',
      (c) =>
        c
          .patch(_id)
          .set({ ref: { _type: 'reference', _ref: 'nobody' } })
          .commit(),
      409,
      'documentReferenceDoesNotExistError',
    ],
    [
      '21 levels',
      (c) =>
        c
          .patch(_id)
          .set({ deep: levels(20) })
          .commit(),
      400,
      'validationError',
    ],
  ])('refuse %s', async (_name, call, status, type) => {
    const before = await stored()
    expect(await refusal(call(writer))).toMatchObject({
      status,
      body: { error: { type: 'mutationError', items: [{ index: 0, error: { type } }] } },
    })
    expect(await stored()).toEqual(before)
  })

  test('hold strong references and let weak ones go', async () => {
    const [strong, weak] = [`strong${number}`, `weak${number}`]
    const reference = { _type: 'reference', _ref: _id }
    await writer.create({ _id: strong, _type: 'post', ref: reference })
    await writer.create({ _id: weak, _type: 'post', ref: { ...reference, _weak: true } })
    expect(await refusal(writer.delete(_id))).toMatchObject({
      status: 409,
      body: {
        error: {
          items: [{ error: { type: 'documentHasExistingReferencesError', referencingIDs: [strong] } }],
        },
      },
    })
    await writer.transaction().delete(strong).delete(_id).commit()
    expect(await writer.fetch('*[_id in $ids]._id', { ids: [_id, strong, weak] })).toEqual([weak])
  })

  test('are refused to who may not write, and when they are too large', async () => {
    const reader = clientOf(cloud, String(cloud.env.SANITY_API_READ_TOKEN))
    for (const client of [clientOf(cloud), reader]) {
      expect(await refusal(client.create({ _type: 'post' }))).toMatchObject({
        status: 403,
        message: expect.stringContaining('permission "create" required'),
      })
    }
    expect(await refusal(clientOf(cloud, 'wrong').fetch('1'))).toMatchObject({ status: 401 })
    expect(await refusal(writer.create({ _type: 'post', text: 'x'.repeat(4_000_000) }))).toMatchObject({
      status: 413,
      message: expect.stringContaining('4000000 bytes'),
    })
  })
})

function levels(count: number): unknown {
  return count === 0 ? 1 : { next: levels(count - 1) }
}

describe('actions and history', () => {
  test('the life of a document, back at any revision and time', async () => {
    const publishedId = `page${number}`
    const draftId = `drafts.${publishedId}`
    const pair = { publishedId, draftId }
    const act = (action: string, more: object = {}) =>
      writer.request<{ transactionId: string }>({
        method: 'POST',
        url: '/data/actions/production',
        body: { actions: [{ actionType: `sanity.action.document.${action}`, ...pair, ...more }] },
      })
    const titleOf = (id: string) => writer.fetch<string | null>('*[_id == $id][0].title', { id })
    const attributes = { _id: draftId, _type: 'page', title: 'First' }
    await act('create', { attributes, ifExists: 'fail' })
    const first = await act('publish')
    await act('edit', { patch: { set: { title: 'Second' } } })
    expect([await titleOf(publishedId), await titleOf(draftId)]).toEqual(['First', 'Second'])
    await act('publish')
    expect([await titleOf(publishedId), await titleOf(draftId)]).toEqual(['Second', null])

    const then = await writer.request<{ documents: Post[] }>({
      url: `/data/history/production/documents/${publishedId}?revision=${first.transactionId}`,
    })
    expect(then.documents).toMatchObject([{ title: 'First' }])
    const restored = { ...then.documents[0], _id: draftId }
    await act('replaceDraft', { attributes: restored })
    await act('publish')
    expect(await titleOf(publishedId)).toBe('First')

    await act('unpublish')
    expect([await titleOf(publishedId), await titleOf(draftId)]).toEqual([null, 'First'])
    await act('discard')
    expect(await titleOf(draftId)).toBeNull()
    const { events } = await writer.request<{ events: Record<string, { type: string }[]> }>({
      url: `/data/history/production/events/documents/${publishedId}`,
    })
    expect(events[publishedId]?.map(({ type }) => type).slice(0, 4)).toEqual([
      'unpublishDocument',
      'publishDocumentVersion',
      'publishDocumentVersion',
      'publishDocumentVersion',
    ])
    const log = await fetch(
      `${cloud.lakeOrigin}/v1/data/history/production/transactions/${publishedId},${draftId}?effectFormat=mendoza`,
      { headers: { authorization: `Bearer ${cloud.env.SANITY_API_WRITE_TOKEN}` } },
    )
    const lines = (await log.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toHaveLength(8)
    expect(lines[2]).toMatchObject({
      author: expect.any(String),
      effects: { [draftId]: { apply: expect.any(Array), revert: expect.any(Array) } },
    })
  })

  test('what is not supported says so', async () => {
    const body = { actions: [{ actionType: 'sanity.action.document.variant.create', releaseId: 'r1' }] }
    const call = writer.request({ method: 'POST', url: '/data/actions/production', body })
    await expect(call).rejects.toMatchObject({
      statusCode: 501,
      message: expect.stringContaining('variant.create'),
    })
  })
})
