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

type Post = SanityDocument & { title?: string; count?: number }

describe('queries', () => {
  test('accept parameters of every type, by GET and, when they are long, by POST', async () => {
    const query = '{"all": [$text, $number, $yes, $none, $list, $object]}'
    const params = {
      text: 'a "quoted" & $word',
      number: 1.5,
      yes: true,
      none: null,
      list: [1, 'x'],
      object: { a: 1 },
    }
    const all = Object.values(params)
    expect(await writer.fetch(query, params)).toEqual({ all })
    // The client sends more than 11 KB in the body.
    expect(await writer.fetch(`// ${'x'.repeat(12_000)}\n${query}`, params)).toEqual({ all })
    const response = await writer.fetch('1 + 1', {}, { filterResponse: false })
    expect(response).toMatchObject({ query: '1 + 1', result: 2, syncTags: [] })
  })

  test('fail with an error that the client shows in the query', async () => {
    await expect(writer.fetch('*[_type == "post"]{title')).rejects.toThrow('^')
  })
})

describe('mutations', () => {
  let _id = ''
  let number = 0
  beforeEach(async () => {
    number += 1
    _id = `post${number}`
    await writer.create({ _id, _type: 'post', title: 'Old title', count: 2 })
  })
  const stored = () => writer.getDocument<Post>(_id)

  test('return ids, documents or nothing, and store nothing in a dry run', async () => {
    const patch = writer.patch(_id).set({ title: 'New' })
    expect(await patch.commit({ dryRun: true })).toMatchObject({ title: 'New' })
    expect((await stored())?.title).toBe('Old title')
    const transaction = () => writer.transaction().patch(_id, { inc: { count: 1 } })
    expect(await transaction().commit()).toMatchObject({
      documentIds: [_id],
      results: [{ id: _id, operation: 'update' }],
    })
    expect(await transaction().commit({ returnDocuments: true })).toMatchObject([{ _id, count: 4 }])
    await writer.patch(_id).set({ title: 'async' }).commit({ visibility: 'async' })
    expect((await stored())?.title).toBe('async')
  })

  test('are rejected without permission and above 4 MB', async () => {
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
