import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { createWriter } from './support.ts'

let cloud: RunningCloud
let writer: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  writer = createWriter(cloud)
})
afterAll(() => cloud.remove())

test('queries accept parameters of every type, sent with GET or, for a long query, with POST', async () => {
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
  // The client sends queries of more than 11 KB with POST.
  expect(await writer.fetch(`// ${'x'.repeat(12_000)}\n${query}`, params)).toEqual({ all })
  const response = await writer.fetch('1 + 1', {}, { filterResponse: false })
  expect(response).toMatchObject({ query: '1 + 1', result: 2 })
})

test('an invalid query fails with an error that marks the position of the mistake', async () => {
  await expect(writer.fetch('*[_type == "post"]{title')).rejects.toThrow('^')
})
