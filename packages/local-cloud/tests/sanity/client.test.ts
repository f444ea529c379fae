import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { catchError, createCloudClient, createWriter } from './support.ts'

let cloud: RunningCloud
let writer: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  writer = createWriter(cloud)
})
afterAll(() => cloud.remove())

test('queries accept parameters of every type, by GET, and by POST when the query is long', async () => {
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
  // The client sends queries of more than 11 KB by POST.
  expect(await writer.fetch(`// ${'x'.repeat(12_000)}\n${query}`, params)).toEqual({ all })
  const response = await writer.fetch('1 + 1', {}, { filterResponse: false })
  expect(response).toMatchObject({ query: '1 + 1', result: 2, syncTags: [] })
})

test('an invalid query fails with an error whose position the client marks in the query', async () => {
  await expect(writer.fetch('*[_type == "post"]{title')).rejects.toThrow('^')
})

test('mutations return ids and documents, and store nothing in a dry run', async () => {
  const _id = 'a'
  await writer.create({ _id, _type: 'post', count: 2 })
  const patch = () => writer.patch(_id).inc({ count: 1 })
  expect(await patch().commit({ dryRun: true })).toMatchObject({ count: 3 })
  expect(await patch().commit({ visibility: 'async' })).toMatchObject({ count: 3 })
  const results = [{ id: _id, operation: 'update' }]
  expect(await writer.transaction().patch(patch()).commit()).toMatchObject({ documentIds: [_id], results })
})

test('mutations without permission or above 4 MB, and unknown tokens, are rejected', async () => {
  const reader = createCloudClient(cloud, String(cloud.env.SANITY_API_READ_TOKEN))
  for (const client of [createCloudClient(cloud), reader]) {
    expect(await catchError(client.create({ _type: 'post' }))).toMatchObject({
      status: 403,
      message: expect.stringContaining('permission "create" required'),
    })
  }
  expect(await catchError(createCloudClient(cloud, 'wrong').fetch('1'))).toMatchObject({ status: 401 })
  expect(await catchError(writer.create({ _type: 'post', text: 'x'.repeat(4_000_000) }))).toMatchObject({
    status: 413,
    message: expect.stringContaining('4000000 bytes'),
  })
})
