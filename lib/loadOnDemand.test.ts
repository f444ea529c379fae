import { beforeEach, expect, it, vi } from 'vitest'
import { loadOnDemand } from './loadOnDemand'

const reload = vi.fn()
let sessionItems: Map<string, string>
let scriptStatus: number
const outdatedError = { code: 'page_outdated' }

let scriptName: string
const importMissingScript = () =>
  Promise.reject(new Error(`Failed to load chunk /_next/static/chunks/${scriptName}.js from module 1`))

beforeEach(() => {
  sessionItems = new Map()
  scriptStatus = 404
  scriptName = 'late'
  vi.stubGlobal('window', {
    location: { reload },
    sessionStorage: {
      getItem: (name: string) => sessionItems.get(name) ?? null,
      setItem: (name: string, value: string) => sessionItems.set(name, value),
    },
  })
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    expect([path, method]).toEqual([`/_next/static/chunks/${scriptName}.js`, 'HEAD'])
    return scriptStatus
      ? Promise.resolve({ status: scriptStatus })
      : Promise.reject(new TypeError('Failed to fetch'))
  })
})

/** Waits until the pending callbacks of promises have run. */
const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve))

it('returns the loaded module', async () => {
  await expect(loadOnDemand(async () => 'module')).resolves.toBe('module')
})

it('reloads the page once for a missing script, then throws page_outdated for a minute', async () => {
  void loadOnDemand(importMissingScript)
  await waitForNextTask()
  expect(reload).toHaveBeenCalledTimes(1)
  for (scriptName of ['late', 'later', 'late'])
    await expect(loadOnDemand(importMissingScript)).rejects.toMatchObject(outdatedError)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('reloads again for a missing script more than a minute after the last reload', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  void loadOnDemand(importMissingScript)
  await waitForNextTask()
  vi.setSystemTime(Date.now() + 61_000)
  void loadOnDemand(importMissingScript)
  await waitForNextTask()
  expect(reload).toHaveBeenCalledTimes(2)
})

it.each([0, 200, 503])(
  'throws the loader’s error when the script’s status is %i (0 means no response)',
  async (status) => {
    scriptStatus = status
    await expect(loadOnDemand(importMissingScript)).rejects.toThrow('Failed to load chunk')
    expect(reload).not.toHaveBeenCalled()
  },
)

it('throws an error that the script itself throws', async () => {
  await expect(loadOnDemand(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(reload).not.toHaveBeenCalled()
})

it('throws page_outdated and never reloads where storage is blocked', async () => {
  Object.assign(window, { sessionStorage: undefined })
  await expect(loadOnDemand(importMissingScript)).rejects.toMatchObject(outdatedError)
  expect(reload).not.toHaveBeenCalled()
})
