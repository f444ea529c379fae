import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ensureChromium } from './programs.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROMIUM_PATH', '')
})

afterEach(() => rmSync(folder, { recursive: true }))

function createFakeBrowser(name: string, exitCode: number): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 })
  return file
}

it('prefers Chromium’s headless shell to the full browser', async () => {
  const shell = createFakeBrowser('chromium-headless-shell', 0)
  createFakeBrowser('chromium', 0)
  expect(await ensureChromium()).toBe(shell)
})

it('uses the full browser if the headless shell does not start', async () => {
  createFakeBrowser('chromium-headless-shell', 1)
  const fullBrowser = createFakeBrowser('chromium', 0)
  expect(await ensureChromium()).toBe(fullBrowser)
})

it('uses the configured browser, if it starts', async () => {
  createFakeBrowser('chromium', 0)
  const configured = createFakeBrowser('named', 0)
  vi.stubEnv('CHROMIUM_PATH', configured)
  expect(await ensureChromium()).toBe(configured)
  createFakeBrowser('named', 1)
  expect(await ensureChromium()).toBe(join(folder, 'chromium'))
})
