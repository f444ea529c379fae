import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'build-'))
const writeManifest = (text: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'prerender-manifest.json'), text)
}
const isValid = async (value: string | undefined) => (await import('./draftCookie')).isDraftCookieValid(value)
const canOpen = async (value: string | undefined) => (await import('./draftCookie')).canOpenDrafts(value)

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('NEXT_DIST_DIR', relative(process.cwd(), folder))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('accepts only the current build’s cookie value', async () => {
  writeManifest(JSON.stringify({ version: 4, preview: { previewModeId: 'of-this-build' } }))
  expect(await isValid('of-this-build')).toBe(true)
  expect(await canOpen('of-this-build')).toBe(true)
  for (const value of ['of-another-build', '', undefined]) {
    expect([await isValid(value), await canOpen(value)]).toEqual([false, false])
  }
})

it.each(['', '{}', '{"preview":{"previewModeId":""}}'])(
  'rejects every cookie when the build’s manifest is “%s”',
  async (text) => {
    writeManifest(text)
    for (const value of ['', 'undefined', undefined]) expect(await isValid(value)).toBe(false)
  },
)

it('without build files, accepts no cookie but lets any value enable draft mode', async () => {
  expect(await isValid('anything')).toBe(false)
  expect([await canOpen('anything'), await canOpen(undefined)]).toEqual([true, false])
})

it('lets any cookie enable draft mode on the development server, even after a build', async () => {
  writeManifest(JSON.stringify({ preview: { previewModeId: 'of-an-earlier-build' } }))
  vi.stubEnv('NODE_ENV', 'development')
  expect(await canOpen('anything')).toBe(true)
})
