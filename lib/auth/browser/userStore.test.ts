import type { Session } from '@supabase/supabase-js'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const createAuthClient = vi.hoisted(() => vi.fn())
vi.mock('./authClient', () => ({ createAuthClient }))

const stored = new Map<string, string>()
let tabWindow = new EventTarget()
const session: Session = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'ada', email: 'ada@example.com', app_metadata: {}, user_metadata: {}, aud: '', created_at: '' },
}

async function importFreshStore() {
  vi.resetModules()
  const { sessionKey } = await import('@/lib/auth/config')
  return { ...(await import('./userStore')), sessionKey }
}

beforeEach(() => {
  stored.clear()
  createAuthClient.mockReturnValue({})
  tabWindow = new EventTarget()
  vi.stubGlobal('window', tabWindow)
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
})

describe('the user’s state', () => {
  it('is signed out without a stored session, and the client is not loaded', async () => {
    const store = await importFreshStore()
    expect(store.getSnapshot()).toEqual({ auth: 'loading' })
    store.subscribe(() => {})
    expect(store.getSnapshot()).toEqual({ auth: 'signedOut' })
    expect(createAuthClient).not.toHaveBeenCalled()
  })

  it('is signed out when storage is blocked', async () => {
    const store = await importFreshStore()
    vi.stubGlobal('localStorage', undefined)
    store.subscribe(() => {})
    expect(store.getSnapshot()).toEqual({ auth: 'signedOut' })
  })

  it('comes from the client if a session is stored', async () => {
    const store = await importFreshStore()
    stored.set(store.sessionKey, '{}')
    const authStates: string[] = []
    store.subscribe(() => authStates.push(store.getSnapshot().auth))
    await vi.waitFor(() => expect(createAuthClient).toHaveBeenCalledOnce())
    expect(store.getSnapshot().auth).toBe('loading')
    expect(store.receiveAuthEvent('INITIAL_SESSION', session)).toBe(true)
    expect(store.getSnapshot()).toMatchObject({ auth: 'signedIn', user: { email: 'ada@example.com' } })
    expect(authStates).toEqual(['signedIn'])
  })

  it.each([
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'PASSWORD_RECOVERY',
    'MFA_CHALLENGE_VERIFIED',
  ] as const)('is signed in after %s', async (event) => {
    const store = await importFreshStore()
    stored.set(store.sessionKey, '{}')
    const changed = { ...session, user: { ...session.user, email: 'new@example.com' } }
    expect(store.receiveAuthEvent(event, changed)).toBe(true)
    expect(store.getSnapshot()).toEqual({
      auth: 'signedIn',
      user: { id: 'ada', email: 'new@example.com' },
      event,
    })
  })

  it('is signed out after SIGNED_OUT, or when another tab removes the session', async () => {
    const store = await importFreshStore()
    stored.set(store.sessionKey, '{}')
    store.receiveAuthEvent('SIGNED_IN', session)
    expect(store.receiveAuthEvent('SIGNED_OUT', null)).toBe(false)
    expect(store.getSnapshot()).toEqual({ auth: 'signedOut', event: 'SIGNED_OUT' })
    store.subscribe(() => {})
    store.receiveAuthEvent('SIGNED_IN', session)
    stored.clear()
    tabWindow.dispatchEvent(Object.assign(new Event('storage'), { key: store.sessionKey }))
    expect(store.getSnapshot()).toEqual({ auth: 'signedOut' })
  })

  it('adopts the user of another tab even if that tab’s client sends no event', async () => {
    const store = await importFreshStore()
    store.subscribe(() => {})
    stored.set(store.sessionKey, '{}')
    createAuthClient.mockReturnValue({ getSession: async () => ({ data: { session } }) })
    tabWindow.dispatchEvent(Object.assign(new Event('storage'), { key: store.sessionKey }))
    await vi.waitFor(() =>
      expect(store.getSnapshot()).toMatchObject({ user: { id: 'ada' }, event: 'SIGNED_IN' }),
    )
  })

  it('adopts the user of another tab once this tab can read the session', async () => {
    const store = await importFreshStore()
    store.subscribe(() => {})
    expect(store.receiveAuthEvent('SIGNED_IN', session)).toBe(false)
    expect(store.getSnapshot()).toEqual({ auth: 'signedOut' })
    stored.set(store.sessionKey, '{}')
    createAuthClient.mockReturnValue({ getSession: async () => ({ data: { session } }) })
    tabWindow.dispatchEvent(Object.assign(new Event('storage'), { key: store.sessionKey }))
    await vi.waitFor(() => expect(store.getSnapshot()).toMatchObject({ auth: 'signedIn' }))
  })

  it('is marked unreachable while a stored session cannot be refreshed', async () => {
    const store = await importFreshStore()
    stored.set(store.sessionKey, '{}')
    expect(store.receiveAuthEvent('INITIAL_SESSION', null)).toBe(true)
    expect(store.getSnapshot()).toMatchObject({ auth: 'loading', unreachable: true })
  })

  it('is marked unreachable when the client fails to load, and an online event loads the client again', async () => {
    const store = await importFreshStore()
    stored.set(store.sessionKey, '{}')
    createAuthClient.mockImplementationOnce(() => {
      throw new Error('offline')
    })
    store.subscribe(() => {})
    await vi.waitFor(() => expect(store.getSnapshot()).toMatchObject({ unreachable: true }))
    tabWindow.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(createAuthClient).toHaveBeenCalledTimes(2))
  })
})

describe('the access token', () => {
  it('is the session’s token, and undefined without a session', async () => {
    const store = await importFreshStore()
    expect(await store.getAccessToken()).toBeUndefined()
    stored.set(store.sessionKey, '{}')
    createAuthClient.mockReturnValue({ getSession: async () => ({ data: { session } }) })
    expect(await store.getAccessToken()).toBe('token')
  })
})
