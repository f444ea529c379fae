import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRawRequest, startTestCloud, type TestCloud } from '../support/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
  await putDataset('secret', 'private')
  await createAdministrator()
    .withConfig({ dataset: 'secret' })
    .create({ _id: 'plan', _type: 'note', title: 'ours' })
})
afterAll(() => cloud.dispose())

const putDataset = (name: string, aclMode: string) =>
  createAdministrator().request({ method: 'PUT', url: `/projects/local/datasets/${name}`, body: { aclMode } })
const createAdministrator = () => cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
const createAnonymous = (dataset: string) => cloud.client().withConfig({ dataset })
const createViewer = (dataset: string) =>
  cloud.client(cloud.env.SANITY_API_READ_TOKEN).withConfig({ dataset })

test('lists a private dataset after a restart', async () => {
  cloud = await cloud.restart()
  expect(await createAdministrator().datasets.list()).toMatchObject([
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
])('returns 401 for %s in a private dataset when no token is sent', async (path) => {
  expect((await sendRawRequest(`${cloud.api}${path}`)).status).toBe(401)
})

test('queries without a token find no documents in a private dataset', async () => {
  const query = encodeURIComponent('{"all": *, "count": count(*), "plan": *[_id == "plan"][0]}')
  const { status, body } = await sendRawRequest(`${cloud.api}/data/query/secret?query=${query}`)
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ result: { all: [], count: 0, plan: null } })
})

test('allows viewers to read a private dataset, and rejects writes without permission', async () => {
  expect(await createViewer('secret').fetch('*[0].title')).toBe('ours')
  await expect(createAnonymous('secret').create({ _type: 'note' })).rejects.toMatchObject({ statusCode: 401 })
  await expect(createViewer('secret').create({ _type: 'note' })).rejects.toMatchObject({ statusCode: 403 })
  const accessList = await sendRawRequest(`${cloud.api}/projects/local/datasets/secret/acl`)
  expect(JSON.parse(accessList.body)).toEqual([])
})

test('allows administrators, but not viewers, to change a dataset’s access mode', async () => {
  await putDataset('shown', 'public')
  await createAdministrator().withConfig({ dataset: 'shown' }).create({ _id: 'a', _type: 'note' })
  expect(await createAnonymous('shown').fetch('count(*)')).toBe(1)
  const setAccessMode = (client: SanityClient, aclMode: string) =>
    client.request({ method: 'PATCH', url: '/projects/local/datasets/shown', body: { aclMode } })
  await expect(setAccessMode(createViewer('shown'), 'private')).rejects.toMatchObject({ statusCode: 403 })
  expect(await setAccessMode(createAdministrator(), 'private')).toEqual({
    datasetName: 'shown',
    aclMode: 'private',
  })
  expect(await createAnonymous('shown').fetch('count(*)')).toBe(0)
  await setAccessMode(createAdministrator(), 'public')
  expect(await createAnonymous('shown').fetch('count(*)')).toBe(1)
})
