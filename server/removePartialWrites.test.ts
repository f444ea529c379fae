import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFs } from 'next/dist/server/lib/node-fs-methods'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removePartialWrites } from './removePartialWrites'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('removes a file that a full disk left incomplete, and writes it again later', async () => {
  const file = join(folder, 'home.html')
  let isFull = true
  const files = removePartialWrites({
    ...nodeFs,
    writeFile: async (path: string, data: string) => {
      if (!isFull) return nodeFs.writeFile(path, data)
      await appendFile(path, data.slice(0, 4))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  })
  await expect(files.writeFile(file, '<html></html>')).rejects.toThrow('no space left')
  expect(existsSync(file)).toBe(false)
  isFull = false
  await files.writeFile(file, '<html></html>')
  expect(readFileSync(file, 'utf8')).toBe('<html></html>')
})
