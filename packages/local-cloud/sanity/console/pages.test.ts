import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPage } from '../../testing/consolePages.ts'
import { startTestCloud, type TestCloud } from '../../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(() => cloud.lake.get('production')?.clear())

const writer = () => cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
const bodyOf = async (path: string) => (await openPage(cloud, path)).body

test('documents are listed by type, searched, and paged', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    _id: `page-${index}`,
    _type: 'page',
    title: `Page ${index}`,
  }))
  await many.reduce((all, document) => all.create(document), writer().transaction()).commit()
  await writer().create({ _id: 'drafts.note', _type: 'note', body: { deep: ['A needle in here'] } })
  const types = await bodyOf('/content')
  expect(types).toContain('All 61 documents')
  expect(types).toContain('href="/content/production?type=note"')
  expect(
    (await bodyOf('/content/production?type=page')).match(/href="\/content\/production\/page-/g),
  ).toHaveLength(50)
  expect((await bodyOf('/content/production?type=page&page=2')).match(/\/production\/page-/g)).toHaveLength(
    10,
  )
  const found = await bodyOf('/content/production?q=NEEDLE')
  expect(found).toContain('href="/content/production/note"')
  expect(found).toContain('draft only')
  expect(found).not.toContain('/production/page-')
  expect((await openPage(cloud, '/content/none')).status).toBe(404)
})

test('a document is shown in all its states, with its references and who refers to it', async () => {
  const text = '<script>alert(1)</script>'
  await writer().create({ _id: 'target', _type: 'note', title: text })
  await writer().create({
    _id: 'post',
    _type: 'post',
    title: 'Old',
    note: { _type: 'reference', _ref: 'target' },
  })
  await writer().create({
    _id: 'drafts.post',
    _type: 'post',
    title: 'New',
    note: { _type: 'reference', _ref: 'target' },
  })
  const page = await bodyOf('/content/production/post')
  expect(page).toContain('What the draft changes')
  expect(page).toMatch(/<h2 id="state0">Published<\/h2>[\s\S]*<h2 id="state1">Draft<\/h2>/)
  expect(page).toContain('<a href="/content/production/target">&quot;target&quot;</a>')
  const target = await bodyOf('/content/production/target')
  expect(target).toMatch(/Referred to by<\/th><td[^>]*><a href="\/content\/production\/post">Old<\/a>/)
  expect(target).not.toContain('<script')
  const draft = await openPage(cloud, '/content/production/drafts.post')
  expect(draft).toMatchObject({ status: 302, headers: { location: '/content/production/post' } })
})

test('its history says who changed what, also when it is gone', async () => {
  await writer().create({ _id: 'post', _type: 'post', title: 'One' })
  await writer().patch('post').set({ title: 'Two <b>' }).commit()
  await writer().delete('post')
  const page = await bodyOf('/content/production/post')
  expect(page).toContain('It is deleted.')
  expect(page).toContain('<b>Provisioning</b>')
  expect(page).toMatch(/published deleted[\s\S]*published changed[\s\S]*published created/)
  expect(page).toContain('<code>&quot;Two &lt;b&gt;&quot;</code>')
  expect((await openPage(cloud, '/content/production/never')).status).toBe(404)
})

test('a long history is paged', async () => {
  await writer().create({ _id: 'post', _type: 'post', count: 0 })
  for (let count = 1; count < 30; count++) await writer().patch('post').set({ count }).commit()
  const first = await bodyOf('/content/production/post')
  expect(first.match(/<li><details>/g)).toHaveLength(25)
  const older = /href="([^"]*before=\d+)#history"/.exec(first)?.[1] ?? ''
  expect((await bodyOf(older)).match(/<li><details>/g)).toHaveLength(5)
})
