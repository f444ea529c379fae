import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadOnDemand } from './loadOnDemand'

const reload = vi.fn()
let stored: Map<string, string>
let status: number
const outdated = { code: 'page_outdated' }

let file: string
const missing = () =>
  Promise.reject(new Error(`Failed to load chunk /_next/static/chunks/${file}.js from module 1`))

beforeEach(() => {
  stored = new Map()
  status = 404
  file = 'late'
  reload.mockReset()
  vi.stubGlobal('window', {
    location: { reload },
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
    },
  })
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    expect([path, method]).toEqual([`/_next/static/chunks/${file}.js`, 'HEAD'])
    return status ? Promise.resolve({ status }) : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Waits until all pending promises have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('returns the loaded module', async () => {
  await expect(loadOnDemand(async () => 'module')).resolves.toBe('module')
})

it('reloads once when the server no longer has a script, then throws for every script', async () => {
  void loadOnDemand(missing)
  await settled()
  expect(reload).toHaveBeenCalledTimes(1)
  for (file of ['late', 'later', 'late']) await expect(loadOnDemand(missing)).rejects.toMatchObject(outdated)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('reloads again for a later deployment', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  void loadOnDemand(missing)
  await settled()
  vi.setSystemTime(Date.now() + 61_000)
  void loadOnDemand(missing)
  await settled()
  expect(reload).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it.each([0, 200, 503])('throws the error when the server responds %i for the script', async (response) => {
  status = response
  await expect(loadOnDemand(missing)).rejects.toThrow('Failed to load chunk')
  expect(reload).not.toHaveBeenCalled()
})

it('throws the error of a loaded script', async () => {
  await expect(loadOnDemand(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(reload).not.toHaveBeenCalled()
})

it('does not reload where storage is blocked, since it would reload forever', async () => {
  Object.assign(window, { sessionStorage: undefined })
  await expect(loadOnDemand(missing)).rejects.toMatchObject(outdated)
  expect(reload).not.toHaveBeenCalled()
})
