import { beforeEach, expect, it, vi } from 'vitest'
import type { UserState } from '@/lib/auth/browser/userStore'

const ada: UserState = { auth: 'signedIn', user: { id: 'ada', email: 'ada@example.com' } }
const memberResponse = { subscribed: true }

let state: UserState
let notify: () => void
let responses: (() => Promise<unknown>)[]
const calls: unknown[] = []

vi.mock('@/lib/auth/browser/userStore', () => ({
  getSnapshot: () => state,
  subscribe: (listener: () => void) => {
    notify = listener
    return () => {}
  },
  signOutHere: async () => setUserState({ auth: 'signedOut' }),
}))
vi.mock('@/lib/auth/browser/sessionEnd', () => ({
  storeSessionEnding: (ending: string) => calls.push(['ended', ending]),
}))
vi.mock('@/lib/auth/browser/callRoute', () => ({
  callRoute: (path: string, body: unknown) => {
    calls.push([path, body])
    return (responses.shift() ?? (() => Promise.resolve(memberResponse)))()
  },
}))

async function startFreshStore() {
  vi.resetModules()
  const store = await import('./subscriptionStore')
  store.subscribe(() => {})
  return store
}

function setUserState(next: UserState): void {
  state = next
  notify()
}

beforeEach(() => {
  vi.useFakeTimers()
  state = { auth: 'loading' }
  responses = []
  calls.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

it('checks the subscription one second after signing in, and not before', async () => {
  const store = await startFreshStore()
  setUserState({ ...ada, event: 'SIGNED_IN' })
  await vi.advanceTimersByTimeAsync(999)
  expect(calls).toEqual([])
  expect(store.getSnapshot()).toEqual({ check: 'checking' })
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual([['/api/check-subscription', { live: false }]])
  expect(store.getSnapshot()).toEqual({ check: 'known', response: memberResponse })
})

it('checks the subscription immediately if there is a session, and again when the session changes', async () => {
  await startFreshStore()
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  setUserState({ ...ada, event: 'TOKEN_REFRESHED' })
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toHaveLength(2)
})

it('refresh returns false for a response marked as stale, and true for a current one', async () => {
  const store = await startFreshStore()
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  await vi.advanceTimersByTimeAsync(0)
  const staleResponse = { subscribed: true, stale: true }
  responses = [() => Promise.resolve(staleResponse)]
  expect(await store.refresh({ live: true })).toBe(false)
  expect(store.getSnapshot()).toEqual({ check: 'known', response: staleResponse })
  expect(await store.refresh({ live: true })).toBe(true)
})

it('clears the state on sign-out, and ignores a response that arrives later', async () => {
  const store = await startFreshStore()
  let resolveResponse: (value: unknown) => void = () => {}
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  await vi.advanceTimersByTimeAsync(0)
  responses = [() => new Promise((resolve) => (resolveResponse = resolve))]
  const pending = store.refresh()
  setUserState({ auth: 'signedOut', event: 'SIGNED_OUT' })
  expect(store.getSnapshot()).toEqual({ check: 'none' })
  resolveResponse(memberResponse)
  expect(await pending).toBe(false)
  expect(store.getSnapshot()).toEqual({ check: 'none' })
})

it('retains the last response, marks the state as failed, and logs the failure when a check fails', async () => {
  const store = await startFreshStore()
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  await vi.advanceTimersByTimeAsync(0)
  responses = [() => Promise.reject(new Error('down'))]
  expect(await store.refresh()).toBe(false)
  expect(store.getSnapshot()).toEqual({ check: 'known', response: memberResponse, failed: true })
  expect(console.warn).toHaveBeenCalledOnce()
})

it('reports `unknown` while no check has succeeded', async () => {
  const store = await startFreshStore()
  responses = [() => Promise.reject(new Error('down')), () => Promise.resolve('nonsense')]
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getSnapshot()).toEqual({ check: 'unknown', failed: true })
  expect(await store.refresh()).toBe(false)
  expect(store.getSnapshot()).toEqual({ check: 'unknown', failed: true })
})

it('discards the previous user’s response when another user signs in', async () => {
  const store = await startFreshStore()
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  await vi.advanceTimersByTimeAsync(0)
  setUserState({ auth: 'signedIn', user: { id: 'bob', email: 'bob@example.com' }, event: 'SIGNED_IN' })
  expect(store.getSnapshot()).toEqual({ check: 'checking' })
})

it('signs out when the session was ended elsewhere, and stores the reason', async () => {
  const store = await startFreshStore()
  responses = [() => Promise.reject(Object.assign(new Error('gone'), { code: 'session_not_found' }))]
  setUserState({ ...ada, event: 'INITIAL_SESSION' })
  await vi.advanceTimersByTimeAsync(0)
  expect(calls.at(-1)).toEqual(['ended', 'sessionEnded'])
  expect(store.getSnapshot()).toEqual({ check: 'none' })
})
