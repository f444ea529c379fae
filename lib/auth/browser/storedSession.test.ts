import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { sessionKey } from '@/lib/auth/config'
import { canStoreSession, sessionMarkScript } from './storedSession'

/** Runs the script in a new document. Returns its attributes, the URLs that replaced the target, and `dispatch`. */
function openPage(target: string, stored: Record<string, string> | 'blocked' = {}) {
  const attributes = new Set<string>()
  const page = new EventTarget()
  const urls: string[] = []
  const { pathname, search, hash } = new URL(target, 'https://site.example')
  runInNewContext(sessionMarkScript, {
    document: {
      documentElement: {
        toggleAttribute: (name: string, isOn: boolean) =>
          isOn ? attributes.add(name) : attributes.delete(name),
      },
    },
    get localStorage() {
      if (stored === 'blocked') throw new DOMException('denied', 'SecurityError')
      return { getItem: (name: string) => stored[name] ?? null }
    },
    addEventListener: page.addEventListener.bind(page),
    location: { pathname, search, hash, replace: (url: string) => urls.push(url) },
    history: { replaceState: (_state: unknown, _title: string, url: string) => urls.push(url) },
  })
  return { attributes, urls, dispatch: (event: string) => page.dispatchEvent(new Event(event)) }
}

it('sets data-signed-in in a browser with a stored session', () => {
  expect(openPage('/').attributes).toEqual(new Set())
  expect(openPage('/', { [sessionKey]: '{}' }).attributes).toEqual(new Set(['data-signed-in']))
})

it('sets data-no-membership only once', () => {
  const stored: Record<string, string> = { [sessionKey]: '{}', [`${sessionKey}-no-membership`]: '1' }
  const { attributes, dispatch } = openPage('/', stored)
  expect(attributes).toEqual(new Set(['data-signed-in', 'data-no-membership']))
  delete stored[`${sessionKey}-no-membership`]
  dispatch('pageshow')
  expect(attributes).toEqual(new Set(['data-signed-in', 'data-no-membership']))
})

it.each(['storage', 'pageshow'])(
  'updates data-signed-in after a change in another tab, and on a restored page (%s)',
  (event) => {
    const stored: Record<string, string> = { [sessionKey]: '{}' }
    const { attributes, dispatch } = openPage('/', stored)
    delete stored[sessionKey]
    dispatch(event)
    expect(attributes).toEqual(new Set())
  },
)

it('removes tokens from the URL when storage is blocked', () => {
  const { attributes, urls } = openPage('/about?a=1#access_token=a.b.c&type=magiclink', 'blocked')
  expect(attributes).toEqual(new Set())
  expect(urls).toEqual(['/about?a=1'])
})

it.each(['#access_token=a.b.c&refresh_token=d', '#type=recovery&access_token=a', '#sb=&refresh_token=d'])(
  'removes %s from the URL and the history, and does not sign in',
  (hash) => {
    const { attributes, urls } = openPage(`/services${hash}`)
    expect(urls).toEqual(['/services'])
    expect(attributes).toEqual(new Set())
  },
)

it('redirects an expired link to the page that sends a new one', () => {
  const hash = '#error=access_denied&error_code=otp_expired'
  expect(openPage(`/account${hash}`).urls).toEqual([`/auth/confirm${hash}&next=%2Faccount`])
  expect(openPage(`/auth/confirm${hash}`).urls).toEqual([])
})

it.each(['', '#offer', '#error=server_error'])('leaves %j in the URL', (hash) => {
  expect(openPage(`/services${hash}`).urls).toEqual([])
})

it('canStoreSession returns false when storage cannot be read', () => {
  const storage = { setItem: () => {}, removeItem: () => {}, getItem: (name: string): string | null => name }
  vi.stubGlobal('localStorage', storage)
  expect(canStoreSession()).toBe(true)
  storage.getItem = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(canStoreSession()).toBe(false)
})
