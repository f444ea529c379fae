import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestCloud, type TestCloud, until } from '../support/testCloud.ts'
import { catchError } from './support.ts'

let cloud: TestCloud
let client: SanityClient
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(() => {
  client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN).withConfig({ maxRetries: 0 })
})

const listAddons = (caller: SanityClient) =>
  caller.request<{ name: string }[]>({
    url: '/projects/local/datasets?datasetProfile=comments&addonFor=production',
  })
const createAddon = (caller: SanityClient, dataset = 'production') =>
  caller.request<{ datasetName: string }>({ url: `/comments/${dataset}/setup`, method: 'POST' })

test('creates the add-on dataset for comments and tasks once', async () => {
  expect(await listAddons(client)).toEqual([])
  const viewer = cloud.client(cloud.env.SANITY_API_READ_TOKEN).withConfig({ maxRetries: 0 })
  expect(await catchError(createAddon(viewer))).toMatchObject({ status: 403 })
  expect(await catchError(createAddon(client, 'nothing'))).toMatchObject({ status: 404 })
  const responses = await Promise.all([createAddon(client), createAddon(client)])
  expect(responses).toEqual([{ datasetName: 'production-comments' }, { datasetName: 'production-comments' }])
  expect(await listAddons(client)).toMatchObject([{ name: 'production-comments' }])
  expect(await listAddons(viewer)).toMatchObject([{ name: 'production-comments' }])
})

test('stores tasks and comments, sends changes of tasks to a listener, and retains all after a restart', async () => {
  const addon = client.withConfig({ dataset: (await createAddon(client)).datasetName })
  const events: string[] = []
  const subscription = addon
    .listen('*[_type == "tasks.task"]', {}, { events: ['welcome', 'mutation'], includeAllVersions: true })
    .subscribe((event) => events.push(event.type === 'mutation' ? event.transition : event.type))
  await until(() => events.includes('welcome'))
  const task = await addon.create({
    _type: 'tasks.task',
    title: 'Check the price',
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
  await until(() => events.includes('update'))
  subscription.unsubscribe()
  expect(events).toEqual(['welcome', 'appear', 'update'])
  cloud = await cloud.restart()
  const query = '*[_type == "comment" && target.document._ref == $id]'
  expect(await addon.fetch(`count(${query})`, { id: 'p' })).toBe(1)
  expect(await addon.fetch('*[_type == "tasks.task"][0].status')).toBe('closed')
})

test('hides comments and tasks from clients without a token', async () => {
  const { datasetName } = await createAddon(client)
  const anonymous = cloud.client().withConfig({ dataset: datasetName, maxRetries: 0 })
  // https://www.sanity.io/docs/content-lake/datasets
  expect(await anonymous.fetch('*')).toEqual([])
  expect(await catchError(anonymous.getDocument('x'))).toMatchObject({ status: 401 })
  const listenError = new Promise((resolve) => anonymous.listen('*').subscribe({ error: resolve }))
  expect(await listenError).toBeInstanceOf(Error)
  expect(await cloud.client().fetch('count(*)')).toBe(0)
})
