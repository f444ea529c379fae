import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, vi } from 'vitest'

// Vitest runs this before each test file. Files share their worker's packages, since importing Next, React or Sanity takes
// seconds. Each file gets its own copy of the site's modules, and the initial environment variables and globals.
const state: { env?: NodeJS.ProcessEnv } = Object(Reflect.get(globalThis, 'isolation') ?? {})
state.env ??= { ...process.env }
// Next reads `AsyncLocalStorage` from the globals when its first module is loaded.
Object.assign(globalThis, { isolation: state, AsyncLocalStorage })

vi.restoreAllMocks()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
for (const name of Object.keys(process.env)) if (!(name in state.env)) delete process.env[name]
Object.assign(process.env, state.env)
vi.resetModules()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
