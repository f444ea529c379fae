import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { testStackOptions } from '../../scripts/lib/testStack.ts'
import { contentClient, fetchStoredField } from '../support/content.ts'
import { publicPages } from '../support/pages.ts'
import { loadPage } from '../support/publishing.ts'
import { createRandom, readCount } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

/** `dataDir` is mounted as a separate disk. It has the data and logs of all servers, and the cached pages. */
const { dataDir, distDir } = testStackOptions()
/** The build's folder for cached pages, which becomes a link to the separate disk. */
const pageCacheLink = inRoot(distDir, 'server', 'route-cache')
const fillerFile = join(dataDir, 'ballast')
const seed = readCount('SOAK_SEED', 1)
const largeDocumentId = 'too-much'

/** The number and the duration of the phases in which the disk is full. */
const phaseCount = 3
const phaseMs = 20_000

/** Mounts the separate disk. Returns false when this is not possible. */
function mountDisk(): boolean {
  try {
    // Mounting requires root.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', dataDir], { stdio: 'pipe' })
    return true
  } catch (error) {
    console.warn(`soak: mount of ${dataDir} failed, the full-disk test is skipped: ${error}`)
    return false
  }
}

mkdirSync(dataDir, { recursive: true })
const environmentFile = join(dataDir, 'cloud.env')
// The existing build contains values of this file. The mount hides the file, so a copy is used and restored.
const environmentCopy = inRoot('.test', 'cloud.env')
if (existsSync(environmentFile)) copyFileSync(environmentFile, environmentCopy)
const isMounted = mountDisk()

let stack: SoakStack
let documentCount = 0
const exitedServers: string[] = []
beforeAll(async () => {
  if (!isMounted) return
  if (existsSync(environmentCopy)) copyFileSync(environmentCopy, environmentFile)
  stack = await startSoakStack({ CONTENT_REVALIDATE_SECONDS: '20' })
  for (const { name, child } of stack.servers) child.exited.then(() => exitedServers.push(name))
  rmSync(pageCacheLink, { recursive: true, force: true })
  mkdirSync(join(dataDir, 'route-cache'))
  symlinkSync(join(dataDir, 'route-cache'), pageCacheLink)
  documentCount = await countDocuments()
}, 600_000)
afterAll(async () => {
  if (!isMounted) return
  await stack?.close()
  rmSync(pageCacheLink, { recursive: true, force: true })
  execFileSync('umount', [dataDir])
  if (existsSync(environmentCopy)) copyFileSync(environmentCopy, environmentFile)
})

/** Fills the disk completely. */
function fillDisk(): void {
  for (const chunkBytes of [1_000_000, 4096, 1]) {
    try {
      for (;;) appendFileSync(fillerFile, Buffer.alloc(chunkBytes))
    } catch {
      // The disk is full for chunks of this size.
    }
  }
}

const getFreeBytes = () => {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/** Expects that the Content Lake rejects a document and a file larger than the free space with a server error. */
async function expectWriteRejected(): Promise<void> {
  const isServerError = (error: unknown) =>
    error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 500
  const document = { _id: largeDocumentId, _type: 'announcement', text: 'too much '.repeat(100_000) }
  await expect(contentClient().createOrReplace(document)).rejects.toSatisfy(isServerError)
  await expect(contentClient().assets.upload('file', Buffer.alloc(1_000_000, seed))).rejects.toSatisfy(
    isServerError,
  )
}

test.skipIf(!isMounted)(
  'the site responds while the disk is full; no acknowledged change is lost, incomplete or, except emails, duplicated',
  async () => {
    const users = new SimulatedUsers(stack, { random: createRandom(seed), servicesMayFail: true })
    await users.run(10_000)
    let pageLoadCount = 0
    for (let phase = 1; phase <= phaseCount; phase += 1) {
      fillDisk()
      expect(getFreeBytes()).toBe(0)
      const userActivity = users.run(phaseMs)
      await expectWriteRejected()
      const endMs = Date.now() + phaseMs
      while (Date.now() < endMs) {
        for (const { path } of publicPages) {
          const { status, html } = await loadPage(path, stack.siteOrigin)
          expect(status, `${path} on a full disk`).toBe(200)
          expect(html, path).toContain('</html>')
          pageLoadCount += 1
        }
        // Fills the space that was freed meanwhile.
        fillDisk()
      }
      rmSync(fillerFile)
      await userActivity
      expect(exitedServers, 'servers that have exited').toEqual([])
    }
    await users.run(10_000)
    report('phases with a full disk, seconds of each', `${phaseCount}, ${phaseMs / 1000}`)
    report('page loads on a full disk', pageLoadCount)
    reportActions(users.actions)
    for (const { name, logFile } of stack.servers)
      expect(readFileSync(logFile, 'utf8'), name).toMatch(/lines .*lost/)
    expect(users.actions.failures).toEqual([])
    expect(await fetchStoredField(largeDocumentId, '_id')).toBeNull()
    await expectInvariants(stack, users.actions, { documentCount, mayRepeatEmails: true })
    // After a restart, the servers have only the state on disk.
    for (const server of stack.servers) {
      await server.child.kill()
      await server.restart()
    }
    expect(await fetchStoredField(largeDocumentId, '_id')).toBeNull()
    await expectInvariants(stack, users.actions, { documentCount, mayRepeatEmails: true })
  },
  1_800_000,
)
