import { createClient } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getStudioConnection, repeatWithoutNetwork } from './connection'

const config = { projectId: 'abc123', dataset: 'production', apiVersion: '2026-10-01', useCdn: false }

/** Creates the Studio's client, with the workspace's factory if it has one. */
function createStudioClient(apiHost: string | undefined) {
  const connection = getStudioConnection(apiHost)
  const factory = connection.unstable_clientFactory ?? createClient
  return factory({ ...config, apiHost: connection.apiHost })
}

describe('the Studio with a local Content Lake', () => {
  it('sends requests to the API host without a project prefix', () => {
    const client = createStudioClient('http://localhost:4001')
    expect(client.getUrl('/data/query/production')).toBe(
      'http://localhost:4001/v2026-10-01/data/query/production',
    )
    expect(client.getUrl('/users/me')).toBe('http://localhost:4001/v2026-10-01/users/me')
  })

  it('signs in at the API host with a token', () => {
    const { apiHost, auth } = getStudioConnection('http://localhost:4001')
    expect(apiHost).toBe('http://localhost:4001')
    expect(auth).toEqual({
      loginMethod: 'token',
      redirectOnSingle: false,
      providers: [
        { name: 'local', title: 'Local account', url: 'http://localhost:4001/v1/auth/login/local' },
      ],
    })
  })
})

describe('the Studio with Sanity’s hosted API', () => {
  // Sanity's default is a cookie where the browser allows one, and then the client has no token for `readSales`.
  it.each([undefined, ''])('signs in with a token and keeps Sanity’s host for the API host %j', (apiHost) => {
    const { auth, apiHost: host } = getStudioConnection(apiHost)
    expect([auth, host]).toEqual([{ loginMethod: 'token' }, undefined])
  })

  it('sends requests to the project’s host', () => {
    expect(createStudioClient(undefined).getUrl('/data/query/production')).toBe(
      'https://abc123.api.sanity.io/v2026-10-01/data/query/production',
    )
  })
})

describe('a request of the Studio', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const url = 'https://abc123.api.sanity.io/doc'
  const noNetwork = new TypeError('Failed to fetch')

  it('is repeated without a network until there is a response', async () => {
    const handle = repeatWithoutNetwork()
    await handle({ url }, async () => 'connected')
    let tries = 0
    const response = handle({ url }, async () => {
      tries += 1
      if (tries < 30) throw noNetwork
      return 'body'
    })
    await vi.runAllTimersAsync()
    expect([await response, tries]).toEqual(['body', 30])
  })

  it('fails before the first response, so that Sanity explains a wrong origin', async () => {
    const refused = repeatWithoutNetwork()({ url }, () => Promise.reject(noNetwork))
    await expect(refused).rejects.toBe(noNetwork)
  })

  it.each([
    ['a write', { url, method: 'POST' }, noNetwork],
    ['an error response', { url }, new Error('503')],
    ['an abort', { url }, new DOMException('', 'AbortError')],
  ])('is not repeated after %s', async (_, request, error) => {
    const handle = repeatWithoutNetwork()
    await handle({ url }, async () => 'connected')
    await expect(handle(request, () => Promise.reject(error))).rejects.toBe(error)
  })

  it('ends its repetitions when it is aborted', async () => {
    const handle = repeatWithoutNetwork()
    await handle({ url }, async () => 'connected')
    const aborting = new AbortController()
    const response = handle({ url, signal: aborting.signal }, () => Promise.reject(noNetwork))
    aborting.abort(new Error('left the form'))
    const failure = expect(response).rejects.toThrow('left the form')
    await vi.runAllTimersAsync()
    await failure
  })
})
