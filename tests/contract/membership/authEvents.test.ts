import { createMemoryStorage, PASSWORD } from 'local-cloud/testing/authService'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpAuthService } from './authService.ts'

// Each test simulates browser tabs. Each tab imports its own copy of the site's client and user store.
const service = await setUpAuthService()
let storage = createMemoryStorage()
/** The attributes of `<html>`. */
const attributes = new Set<string>()

beforeEach(() => {
  // The client warns when several clients share a process, as the tabs' clients do here.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // tests/e2e/accounts/sessions.e2e.ts covers events between tabs.
  vi.stubGlobal('BroadcastChannel', undefined)
  storage = createMemoryStorage()
  attributes.clear()
  vi.stubGlobal('localStorage', storage)
  // The client must ignore tokens in the URL.
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), {
      location: new URL(
        'https://site.example/#access_token=a.b.c&refresh_token=evil&expires_in=3600&token_type=bearer',
      ),
    }),
  )
  vi.stubGlobal('document', {
    // In a hidden tab the client does not refresh the session automatically.
    visibilityState: 'hidden',
    documentElement: {
      toggleAttribute: (name: string, isOn: boolean) =>
        isOn ? attributes.add(name) : attributes.delete(name),
    },
  })
})

/** Simulates a new tab. Returns its client, its store and the client's events from now on. */
async function openTab() {
  vi.resetModules()
  const store = await import('@/lib/auth/browser/userStore')
  const { readSessionEnding } = await import('@/lib/auth/browser/sessionEnd')
  const client = await store.loadAuthClient()
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION'))
  events.length = 0
  return { client, store, events, readSessionEnding }
}

/** Signs in as a new user in a new tab. */
async function openUserTab() {
  const { email, id } = await service.createUser()
  const tab = await openTab()
  const { error } = await tab.client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { ...tab, email, id }
}

/** Moves the stored session's expiry back by `seconds`, as if the computer had slept that long. */
async function ageStoredSession(seconds: number) {
  const { sessionKey } = await import('@/lib/auth/config')
  const session = JSON.parse(storage.getItem(sessionKey) ?? '{}')
  storage.setItem(sessionKey, JSON.stringify({ ...session, expires_at: session.expires_at - seconds }))
}

describe('a session', () => {
  it('continues after the computer has slept for a day, if the service still accepts it', async () => {
    const { id } = await openUserTab()
    await ageStoredSession(90_000)
    const { store, readSessionEnding } = await openTab()
    expect(store.getSnapshot()).toMatchObject({ auth: 'signedIn', user: { id } })
    expect(readSessionEnding()).toBeUndefined()
  })

  it.each([
    ['was ended on another device', 'sessionEnded'],
    ['was refreshed by a thief', 'sessionEnded'],
    ['is too old', 'sessionEnded'],
    ['belongs to a blocked user', 'userBanned'],
  ] as const)('that %s ends with a stored reason after the computer has slept', async (reason, ending) => {
    const { email, id, client } = await openUserTab()
    const { data } = await client.getSession()
    const token = data.session?.refresh_token
    if (reason.includes('another device')) {
      const otherDevice = service.createClient()
      await otherDevice.auth.signInWithPassword({ email, password: PASSWORD })
      await otherDevice.auth.signOut({ scope: 'global' })
    } else if (reason.includes('thief')) {
      const thief = service.createClient()
      await thief.auth.refreshSession({ refresh_token: token ?? '' })
      await thief.auth.refreshSession()
      service.advanceClock(60)
    } else if (reason.includes('old')) {
      service.configure({ sessionTimebox: 3600 })
      service.advanceClock(7200)
    } else await service.createAdminClient().auth.admin.updateUserById(id, { ban_duration: '1h' })
    await ageStoredSession(90_000)
    const { store, readSessionEnding } = await openTab()
    service.configure({ sessionTimebox: 0 })
    expect(store.getSnapshot()).toMatchObject({ auth: 'signedOut' })
    expect(readSessionEnding()).toBe(ending)
    expect(attributes).toEqual(new Set())
    const nextTab = await openUserTab()
    expect(nextTab.readSessionEnding()).toBeUndefined()
    expect(attributes).toEqual(new Set(['data-signed-in']))
  })

  it('that was ended on another device ends in this tab when the client next requests the user', async () => {
    const { email, client, store, readSessionEnding } = await openUserTab()
    const otherDevice = service.createClient()
    await otherDevice.auth.signInWithPassword({ email, password: PASSWORD })
    await otherDevice.auth.signOut({ scope: 'others' })
    await client.getUser()
    expect(store.getSnapshot()).toMatchObject({ auth: 'signedOut' })
    expect(readSessionEnding()).toBe('sessionEnded')
  })
})
