import { createClient } from '@sanity/client'
import { describe, expect, it } from 'vitest'
import { getStudioConnection } from './connection'

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
  it.each([undefined, ''])(
    'signs in with a token and overrides nothing else for the API host %j',
    (apiHost) => {
      expect(getStudioConnection(apiHost)).toEqual({ auth: { loginMethod: 'token' } })
    },
  )

  it('sends requests to the project’s host', () => {
    expect(createStudioClient(undefined).getUrl('/data/query/production')).toBe(
      'https://abc123.api.sanity.io/v2026-10-01/data/query/production',
    )
  })
})
