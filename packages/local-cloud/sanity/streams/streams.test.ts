import type { ListenEvent, MutationEvent } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bearer,
  callControl,
  sendRawRequest,
  startTestCloud,
  type TestCloud,
  until,
} from '../../tests/support/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const roundCount = process.env.SOAK ? 300 : 12
const QUERY = encodeURIComponent('*[_type == "post"]')

function createWriter() {
  return cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
}

/** Opens a stream, and follows the redirect without the Authorization header, as browsers do. */
async function connect(
  path: string,
  headers: Record<string, string> = {},
  streamHeaders: Record<string, string> = {},
) {
  const redirect = await sendRawRequest(`${cloud.api}${path}`, { headers })
  expect(redirect.status).toBe(307)
  const location = redirect.headers.location ?? ''
  const controller = new AbortController()
  const response = await fetch(location, { headers: streamHeaders, signal: controller.signal })
  let text = ''
  const reading = (async () => {
    if (response.body)
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) text += chunk
  })().catch(() => {})
  const events = () =>
    text
      .split('\n\n')
      .filter((block) => block.includes('event: '))
      .map((block) => ({
        event: /event: (.*)/.exec(block)?.[1],
        id: /id: (.*)/.exec(block)?.[1],
        data: JSON.parse(/data: (.*)/.exec(block)?.[1] ?? 'null'),
      }))
  const close = async () => {
    controller.abort()
    await reading
  }
  return { response, location, events, close, ended: reading }
}

describe('the redirect', () => {
  test('targets a stream port on the same host, where the origin null is allowed', async () => {
    const redirect = await sendRawRequest(
      `http://127.0.0.1:${cloud.config.portBase + 1}/v1/data/listen/production?query=${QUERY}`,
      {
        headers: { origin: cloud.config.siteOrigin },
      },
    )
    expect(redirect.status).toBe(307)
    const location = new URL(redirect.headers.location ?? '')
    expect(location.hostname).toBe('127.0.0.1')
    const offset = Number(location.port) - cloud.config.portBase
    expect(offset).toBeGreaterThanOrEqual(10)
    expect(offset).toBeLessThanOrEqual(21)
    expect(redirect.headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)

    const preflight = await sendRawRequest(location.href, { method: 'OPTIONS', headers: { origin: 'null' } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('null')
    const stream = await fetch(location, { headers: { origin: 'null' } })
    expect(stream.headers.get('access-control-allow-origin')).toBe('null')
    expect(stream.headers.get('access-control-allow-credentials')).toBe('true')
    await stream.body?.cancel()
  })

  test('contains a ticket that is valid only once, and only for its URL', async () => {
    const redirect = await sendRawRequest(`${cloud.api}/data/listen/production?query=${QUERY}`, {
      headers: bearer(cloud.env.SANITY_API_READ_TOKEN),
    })
    const location = redirect.headers.location ?? ''
    const changedUrl = new URL(location)
    changedUrl.searchParams.set('query', '*')
    expect((await fetch(changedUrl)).status).toBe(401)
    const firstResponse = await fetch(location)
    expect(firstResponse.status).toBe(200)
    await firstResponse.body?.cancel()
    expect((await fetch(location)).status).toBe(401)
    changedUrl.searchParams.delete('ticket')
    expect((await fetch(changedUrl)).status).toBe(401)
  })

  test('targets a stream port that refuses foreign origins', async () => {
    const redirect = await sendRawRequest(`${cloud.api}/data/listen/production?query=${QUERY}`)
    const response = await sendRawRequest(redirect.headers.location ?? '', {
      headers: { origin: 'http://evil.example' },
    })
    expect(response.status).toBe(403)
  })
})

describe('the listen endpoint', () => {
  test('sends draft changes to @sanity/client in order, and deletions with their revision', async () => {
    const received: MutationEvent[] = []
    const otherEvents: string[] = []
    const options = { effectFormat: 'mendoza', includeAllVersions: true } as const
    const subscription = createWriter()
      .listen('*[_type == $type]', { type: 'post' }, { ...options, events: ['welcome', 'mutation'] })
      .subscribe((event: ListenEvent<Record<string, unknown>>) => {
        if (event.type === 'mutation') received.push(event)
        else otherEvents.push(event.type)
      })
    await until(() => otherEvents.length > 0)
    await createWriter().create({ _id: 'drafts.a', _type: 'post', title: 'one' })
    await createWriter().create({ _id: 'unrelated', _type: 'page' })
    await createWriter().patch('drafts.a').set({ title: 'two' }).commit()
    const { transactionId } = await createWriter().delete('drafts.a', {
      returnDocuments: false,
      returnFirst: false,
    })
    await until(() => received.length >= 3)
    subscription.unsubscribe()
    expect(received.map(({ documentId, transition }) => [documentId, transition])).toEqual([
      ['drafts.a', 'appear'],
      ['drafts.a', 'update'],
      ['drafts.a', 'disappear'],
    ])
    expect(received[1]?.result).toMatchObject({ title: 'two' })
    expect(received[1]?.effects).toHaveProperty('apply')
    expect(received[2]).toMatchObject({ resultRev: transactionId, previousRev: received[1]?.resultRev })
    expect(received[2]?.result).toBeUndefined()
  })

  test('sends only changes to published documents to a listener without a token', async () => {
    const stream = await connect(`/data/listen/production?query=${QUERY}&includeAllVersions=true`)
    await createWriter().create({ _id: 'drafts.secret', _type: 'post' })
    await createWriter().create({ _id: 'open', _type: 'post' })
    await until(() => stream.events().length >= 2)
    expect(stream.events().map(({ event, data }) => [event, data.documentId])).toEqual([
      ['welcome', undefined],
      ['mutation', 'open'],
    ])
    await stream.close()
  })

  test('sends every change to a listener once, in order, despite many interruptions', async () => {
    const path = `/data/listen/production?query=${QUERY}&enableResume=true`
    const token = bearer(cloud.env.SANITY_API_READ_TOKEN)
    const received: string[] = []
    const written: string[] = []
    let lastId = ''
    for (let round = 0; round < roundCount; round++) {
      const stream = await connect(path, { ...token, ...(lastId ? { 'last-event-id': lastId } : {}) })
      for (let index = 0; index < 1 + (round % 4); index++) {
        const ids = [`round${round}a${index}`, `round${round}b${index}`]
        const transaction = ids.reduce(
          (all, _id) => all.create({ _id, _type: 'post' }),
          createWriter().transaction(),
        )
        await transaction.commit()
        written.push(...ids)
      }
      // Every third listener disconnects without waiting for a mutation.
      if (round % 3 !== 0) await until(() => stream.events().some(({ event }) => event === 'mutation'))
      await stream.close()
      const events = stream.events()
      expect(events[0]?.event).toBe(lastId ? 'welcomeback' : 'welcome')
      // A transaction counts as received once its last event, which has the id, arrives.
      const end = events.findLastIndex(({ id }) => id !== undefined) + 1
      const mutations = events.slice(0, end).filter(({ event }) => event === 'mutation')
      received.push(...mutations.map(({ data }) => String(data.documentId)))
      lastId = events[end - 1]?.id ?? lastId
    }
    const lastStream = await connect(path, { ...token, 'last-event-id': lastId })
    const readMissing = () =>
      lastStream
        .events()
        .filter(({ event }) => event === 'mutation')
        .map(({ data }) => String(data.documentId))
    await until(() => received.length + readMissing().length >= written.length)
    await lastStream.close()
    expect([...received, ...readMissing()]).toEqual(written)
  })
})

test('listeners resume after a restart, and receive a reset event once datasets are cleared', async () => {
  const path = `/data/listen/production?query=${QUERY}&enableResume=true`
  const first = await connect(path)
  await createWriter().create({ _type: 'post' })
  await until(() => first.events().length >= 2)
  await first.close()
  const headers = { 'last-event-id': first.events().at(-1)?.id ?? '' }
  await createWriter().create({ _id: 'beforeRestart', _type: 'post' })
  cloud = await cloud.restart()
  const second = await connect(path, headers)
  await until(() => second.events().length >= 2)
  expect(second.events().map(({ event, data }) => [event, data.documentId])).toEqual([
    ['welcomeback', undefined],
    ['mutation', 'beforeRestart'],
  ])
  await second.close()
  await callControl(cloud, 'reset', { method: 'POST' })
  const third = await connect(path, headers)
  await until(() => third.events().length >= 1)
  expect(third.events()).toMatchObject([{ event: 'reset' }])
  await third.close()
})

describe('a live stream', () => {
  test('sends the sync tag of a query result when a published document changes, not when a draft does', async () => {
    await createWriter().createOrReplace({ _id: 'liveDoc', _type: 'live', title: 'x' })
    const query = encodeURIComponent('*[_id == "liveDoc"][0]')
    const response = JSON.parse(
      (await sendRawRequest(`${cloud.api}/data/query/production?query=${query}`)).body,
    )
    expect(response.syncTags.length).toBeGreaterThan(0)
    const stream = await connect('/data/live/events/production')
    await createWriter().createOrReplace({ _id: 'drafts.liveDoc', _type: 'live', title: 'draft' })
    await createWriter().patch('liveDoc').set({ title: 'y' }).commit()
    await until(() => stream.events().length >= 2)
    const [welcome, message] = stream.events()
    expect(welcome).toMatchObject({ event: 'welcome', data: { id: expect.any(String) } })
    expect(message?.event).toBe('message')
    const tags: string[] = message?.data.tags
    expect(tags.some((tag) => response.syncTags.includes(tag))).toBe(true)
    await stream.close()
  })

  test('requires the viewer role for draft changes', async () => {
    const path = '/data/live/events/production?includeDrafts=true'
    expect((await sendRawRequest(`${cloud.api}${path}`)).status).toBe(401)
    const stream = await connect(path, bearer(cloud.env.SANITY_API_READ_TOKEN))
    await createWriter().create({ _id: 'drafts.hot', _type: 'live' })
    await until(() => stream.events().length >= 2)
    expect(stream.events()[1]?.event).toBe('message')
    await stream.close()
  })
})
