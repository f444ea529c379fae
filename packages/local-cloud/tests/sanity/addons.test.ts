import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestCloud, type TestCloud, until } from '../support/testCloud.ts'
import { refusal } from './support.ts'

let cloud: TestCloud
let client: SanityClient
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(() => {
  client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN).withConfig({ maxRetries: 0 })
})

const found = (of: SanityClient) =>
  of.request<{ name: string }[]>({
    url: '/projects/local/datasets?datasetProfile=comments&addonFor=production',
  })
const setUp = (of: SanityClient, dataset = 'production') =>
  of.request<{ datasetName: string }>({ url: `/comments/${dataset}/setup`, method: 'POST' })

test('a dataset for comments and tasks is made with the first of them, once', async () => {
  expect(await found(client)).toEqual([])
  const viewer = cloud.client(cloud.env.SANITY_API_READ_TOKEN).withConfig({ maxRetries: 0 })
  expect(await refusal(setUp(viewer))).toMatchObject({ status: 403 })
  expect(await refusal(setUp(client, 'nothing'))).toMatchObject({ status: 404 })
  const made = await Promise.all([setUp(client), setUp(client)])
  expect(made).toEqual([{ datasetName: 'production-comments' }, { datasetName: 'production-comments' }])
  expect(await found(client)).toMatchObject([{ name: 'production-comments' }])
  expect(await found(viewer)).toMatchObject([{ name: 'production-comments' }])
})

test('tasks and comments are written, heard of, and still there after a restart', async () => {
  const addon = client.withConfig({ dataset: (await setUp(client)).datasetName })
  const heard: string[] = []
  const listening = addon
    .listen('*[_type == "tasks.task"]', {}, { events: ['welcome', 'mutation'], includeAllVersions: true })
    .subscribe((event) => heard.push(event.type === 'mutation' ? event.transition : event.type))
  await until(() => heard.includes('welcome'))
  const task = await addon.create({
    _type: 'tasks.task',
    title: 'Look at the price',
    status: 'open',
    authorId: 'p-editor',
    target: {
      documentType: 'page',
      document: {
        _type: 'crossDatasetReference',
        _ref: 'p',
        _dataset: 'production',
        _projectId: 'local',
        _weak: true,
      },
    },
  })
  await addon.patch(task._id).set({ status: 'closed' }).commit()
  await addon.create({ _type: 'comment', target: { document: { _ref: 'p', _weak: true } }, message: [] })
  await until(() => heard.includes('update'))
  listening.unsubscribe()
  expect(heard).toEqual(['welcome', 'appear', 'update'])
  cloud = await cloud.restart()
  const query = '*[_type == "comment" && target.document._ref == $id]'
  expect(await addon.fetch(`count(${query})`, { id: 'p' })).toBe(1)
  expect(await addon.fetch('*[_type == "tasks.task"][0].status')).toBe('closed')
})

test('only members of the project see them', async () => {
  const { datasetName } = await setUp(client)
  const anybody = cloud.client().withConfig({ dataset: datasetName, maxRetries: 0 })
  // As the hosted service does: https://www.sanity.io/docs/content-lake/datasets
  expect(await anybody.fetch('*')).toEqual([])
  expect(await refusal(anybody.getDocument('x'))).toMatchObject({ status: 401 })
  const failed = new Promise((resolve) => anybody.listen('*').subscribe({ error: resolve }))
  expect(await failed).toBeInstanceOf(Error)
  expect(await cloud.client().fetch('count(*)')).toBe(0)
})
