import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'build-'))
const write = (text: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'prerender-manifest.json'), text)
}
const opensDrafts = async (value: string | undefined) =>
  (await import('./draftCookie')).isDraftCookieValid(value)
const mayOpen = async (value: string | undefined) => (await import('./draftCookie')).canOpenDrafts(value)

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('NEXT_DIST_DIR', relative(process.cwd(), folder))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it('accepts only the cookie of the build', async () => {
  write(JSON.stringify({ version: 4, preview: { previewModeId: 'of-this-build' } }))
  expect(await opensDrafts('of-this-build')).toBe(true)
  expect(await mayOpen('of-this-build')).toBe(true)
  for (const other of ['of-another-build', '', undefined]) {
    expect([await opensDrafts(other), await mayOpen(other)]).toEqual([false, false])
  }
})

it.each(['', '{}', '{"preview":{"previewModeId":""}}'])(
  'accepts none with the manifest “%s”',
  async (text) => {
    write(text)
    for (const value of ['', 'undefined', undefined]) expect(await opensDrafts(value)).toBe(false)
  },
)

it('accepts none without the files of the build', async () => {
  expect(await opensDrafts('anything')).toBe(false)
  expect([await mayOpen('anything'), await mayOpen(undefined)]).toEqual([true, false])
})

it('may accept any on the development server, despite an earlier build', async () => {
  write(JSON.stringify({ preview: { previewModeId: 'of-an-earlier-build' } }))
  vi.stubEnv('NODE_ENV', 'development')
  expect(await mayOpen('anything')).toBe(true)
})
