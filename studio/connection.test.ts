import { createClient } from '@sanity/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getStudioConnection, repeatReadsUntilOnline } from './connection'

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
  // Sanity's default is a cookie if the browser allows one, and then the client has no token for a viewer's preview.
  it.each([undefined, ''])('signs in with a token and keeps Sanity’s host if apiHost is %j', (apiHost) => {
    const { auth, apiHost: host } = getStudioConnection(apiHost)
    expect([auth, host]).toEqual([{ loginMethod: 'token' }, undefined])
  })

  it('sends requests to the project’s host', () => {
    expect(createStudioClient(undefined).getUrl('/data/query/production')).toBe(
      'https://abc123.api.sanity.io/v2026-10-01/data/query/production',
    )
  })
})

describe('repeatReadsUntilOnline', () => {
  beforeEach(() => vi.useFakeTimers())

  const url = 'https://abc123.api.sanity.io/doc'
  const networkError = new TypeError('Failed to fetch')

  it('retries a read that fails without a network if an earlier read succeeded', async () => {
    const handle = repeatReadsUntilOnline()
    await handle({ url }, async () => 'connected')
    let attempts = 0
    const response = handle({ url }, async () => {
      attempts += 1
      if (attempts < 30) throw networkError
      return 'body'
    })
    await vi.runAllTimersAsync()
    expect([await response, attempts]).toEqual(['body', 30])
  })

  it('does not retry a read before the first response', async () => {
    const response = repeatReadsUntilOnline()({ url }, () => Promise.reject(networkError))
    await expect(response).rejects.toBe(networkError)
  })

  it.each([
    ['a write without a network', { url, method: 'POST' }, networkError],
    ['a read with an error response', { url }, new Error('503')],
    ['an aborted read', { url }, new DOMException('', 'AbortError')],
  ])('does not retry %s', async (_, request, error) => {
    const handle = repeatReadsUntilOnline()
    await handle({ url }, async () => 'connected')
    await expect(handle(request, () => Promise.reject(error))).rejects.toBe(error)
  })

  it('stops retrying a read that is aborted', async () => {
    const handle = repeatReadsUntilOnline()
    await handle({ url }, async () => 'connected')
    const controller = new AbortController()
    const response = handle({ url, signal: controller.signal }, () => Promise.reject(networkError))
    controller.abort(new Error('left the form'))
    const rejection = expect(response).rejects.toThrow('left the form')
    await vi.runAllTimersAsync()
    await rejection
  })
})
