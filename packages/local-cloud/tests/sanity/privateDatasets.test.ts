import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, raw, startTestCloud, type TestCloud } from '../support/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
  await putDataset('secret', 'private')
  await owner().withConfig({ dataset: 'secret' }).create({ _id: 'plan', _type: 'note', title: 'ours' })
})
afterAll(() => cloud.dispose())

const putDataset = (name: string, aclMode: string) =>
  owner().request({ method: 'PUT', url: `/projects/local/datasets/${name}`, body: { aclMode } })
const owner = () => cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
const nobody = (dataset: string) => cloud.client().withConfig({ dataset })
const viewer = (dataset: string) => cloud.client(cloud.env.SANITY_API_READ_TOKEN).withConfig({ dataset })

test('a private dataset is listed as such, and kept so over a restart', async () => {
  cloud = await cloud.restart()
  expect(await owner().datasets.list()).toMatchObject([
    { name: 'production', aclMode: 'public' },
    { name: 'secret', aclMode: 'private' },
  ])
})

test.each([
  '/data/doc/secret/plan',
  '/data/export/secret',
  '/data/listen/secret?query=*',
  '/data/live/events/secret',
  '/data/history/secret/documents/plan',
])('without a token nobody reads %s', async (path) => {
  expect((await raw(`${cloud.api}${path}`)).status).toBe(401)
})

test('queries without a token return an empty result, as the hosted service does', async () => {
  const query = encodeURIComponent('{"all": *, "count": count(*), "plan": *[_id == "plan"][0]}')
  const { status, body } = await raw(`${cloud.api}/data/query/secret?query=${query}`)
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ result: { all: [], count: 0, plan: null } })
})

test('members read it, and nobody without a token writes to it', async () => {
  expect(await viewer('secret').fetch('*[0].title')).toBe('ours')
  await expect(nobody('secret').create({ _type: 'note' })).rejects.toMatchObject({ statusCode: 401 })
  await expect(viewer('secret').create({ _type: 'note' })).rejects.toMatchObject({ statusCode: 403 })
  const access = await raw(`${cloud.api}/projects/local/datasets/secret/acl`)
  expect(JSON.parse(access.body)).toEqual([])
})

test('a dataset is made private and public again, by administrators', async () => {
  await putDataset('shown', 'public')
  await owner().withConfig({ dataset: 'shown' }).create({ _id: 'a', _type: 'note' })
  expect(await nobody('shown').fetch('count(*)')).toBe(1)
  const edit = (client: SanityClient, aclMode: string) =>
    client.request({ method: 'PATCH', url: '/projects/local/datasets/shown', body: { aclMode } })
  await expect(edit(viewer('shown'), 'private')).rejects.toMatchObject({ statusCode: 403 })
  expect(await edit(owner(), 'private')).toEqual({ datasetName: 'shown', aclMode: 'private' })
  expect(await nobody('shown').fetch('count(*)')).toBe(0)
  await edit(owner(), 'public')
  expect(await nobody('shown').fetch('count(*)')).toBe(1)
})

test('other modes are refused', async () => {
  const put = (aclMode: string) =>
    raw(`${cloud.api}/projects/local/datasets/other`, {
      method: 'PUT',
      headers: { ...bearer(cloud.env.SANITY_API_WRITE_TOKEN), 'content-type': 'application/json' },
      body: JSON.stringify({ aclMode }),
    })
  expect((await put('custom')).status).toBe(501)
  expect((await put('hidden')).status).toBe(400)
})

test('whoever knows the address of a file of it gets the file, as on the hosted service', async () => {
  const { assets } = owner().withConfig({ dataset: 'secret' })
  const { url } = await assets.upload('file', Buffer.from('text'), { filename: 'a.txt' })
  expect((await raw(url)).body).toBe('text')
})
