import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { sessionKey } from '@/lib/auth/config'
import { canKeepSession, sessionMarkScript } from './storedSession'

/** Runs the script in a page of its own. */
function openPage(address: string, kept: Record<string, string> | 'blocked' = {}) {
  const marks = new Set<string>()
  const page = new EventTarget()
  const addresses: string[] = []
  const { pathname, search, hash } = new URL(address, 'https://site.example')
  runInNewContext(sessionMarkScript, {
    document: {
      documentElement: {
        toggleAttribute: (name: string, isOn: boolean) => (isOn ? marks.add(name) : marks.delete(name)),
      },
    },
    get localStorage() {
      if (kept === 'blocked') throw new DOMException('denied', 'SecurityError')
      return { getItem: (name: string) => kept[name] ?? null }
    },
    addEventListener: page.addEventListener.bind(page),
    location: { pathname, search, hash, replace: (url: string) => addresses.push(url) },
    history: { replaceState: (_state: unknown, _title: string, url: string) => addresses.push(url) },
  })
  return { marks, addresses, tell: (event: string) => page.dispatchEvent(new Event(event)) }
}

it('marks a browser that keeps a session', () => {
  expect(openPage('/').marks).toEqual(new Set())
  expect(openPage('/', { [sessionKey]: '{}' }).marks).toEqual(new Set(['data-signed-in']))
})

it('marks once where no membership is expected, since the height of what is seen depends on it', () => {
  const kept: Record<string, string> = { [sessionKey]: '{}', [`${sessionKey}-no-membership`]: '1' }
  const { marks, tell } = openPage('/', kept)
  expect(marks).toEqual(new Set(['data-signed-in', 'data-no-membership']))
  delete kept[`${sessionKey}-no-membership`]
  tell('pageshow')
  expect(marks).toEqual(new Set(['data-signed-in', 'data-no-membership']))
})

it.each(['storage', 'pageshow'])('follows other tabs and the way back (%s)', (event) => {
  const kept: Record<string, string> = { [sessionKey]: '{}' }
  const { marks, tell } = openPage('/', kept)
  delete kept[sessionKey]
  tell(event)
  expect(marks).toEqual(new Set())
})

it('does nothing where storage is blocked, but takes tokens out of the address all the same', () => {
  const { marks, addresses } = openPage('/about?a=1#access_token=a.b.c&type=magiclink', 'blocked')
  expect(marks).toEqual(new Set())
  expect(addresses).toEqual(['/about?a=1'])
})

it.each(['#access_token=a.b.c&refresh_token=d', '#type=recovery&access_token=a', '#sb=&refresh_token=d'])(
  'takes %s out of the address and the history, and signs nobody in by it',
  (hash) => {
    const { marks, addresses } = openPage(`/services${hash}`)
    expect(addresses).toEqual(['/services'])
    expect(marks).toEqual(new Set())
  },
)

it('leads from an expired link to the page that offers a new one', () => {
  const hash = '#error=access_denied&error_code=otp_expired'
  expect(openPage(`/account${hash}`).addresses).toEqual([`/auth/confirm${hash}&next=%2Faccount`])
  expect(openPage(`/auth/confirm${hash}`).addresses).toEqual([])
})

it.each(['', '#offer', '#error=server_error'])('leaves %j in the address', (hash) => {
  expect(openPage(`/services${hash}`).addresses).toEqual([])
})

it('keeps no session where the storage cannot be read', () => {
  const storage = { setItem: () => {}, removeItem: () => {}, getItem: (name: string): string | null => name }
  vi.stubGlobal('localStorage', storage)
  expect(canKeepSession()).toBe(true)
  storage.getItem = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(canKeepSession()).toBe(false)
  vi.unstubAllGlobals()
})
