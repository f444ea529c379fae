import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { until } from '../../tests/support/testCloud.ts'
import { ContentLake } from '../lake.ts'
import { mutate } from '../mutations.ts'
import type { Identity } from '../types.ts'
import { readHookSettings } from './hook.ts'
import { createWebhooks } from './index.ts'
import { HookStore } from './store.ts'

const editor: Identity = { id: 'e', name: 'E', email: '', roles: ['administrator'] }

test('changes whose webhooks a full disk did not take are told when there is room, once and in their order', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lake-'))
  const lake = new ContentLake({ dir })
  const [dataset = lake.create('production')] = lake.list()
  const db = new DatabaseSync(':memory:')
  const webhooks = createWebhooks(lake, db)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body)._id)
    response.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  new HookStore(db).create(
    readHookSettings({ name: 'hook', url: `http://127.0.0.1:${port}/`, rule: { on: ['create'] } }),
    'somebody',
  )
  webhooks.follow(dataset)
  const text = 'long '.repeat(20_000)
  const write = (_id: string) => mutate(dataset, editor, [{ create: { _id, _type: 'thing', text } }])
  try {
    await write('before')
    await until(() => webhooks.recent()[0]?.status === 'success')
    // No page more than there is, as if the disk were full.
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
    db.exec(`PRAGMA max_page_count = ${pages}`)
    await Promise.all([write('first'), write('second')])
    await write('third')
    expect(String(logged.mock.calls)).toContain('webhooks wait')
    db.exec('PRAGMA max_page_count = 1000000')
    await write('fourth')
    await until(() => received.length === 5)
    expect(received).toEqual(['before', 'first', 'second', 'third', 'fourth'])
  } finally {
    logged.mockRestore()
    await webhooks.close()
    lake.close()
    receiver.closeAllConnections()
    receiver.close()
    rmSync(dir, { recursive: true })
  }
})
