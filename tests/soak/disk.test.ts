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
import { loadPage } from '../support/publishing.ts'
import { createRandom, readCount } from '../support/random.ts'
import { publicRoutes } from '../support/routes.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

/** A separate disk for the data and logs of all vendors, the database and the site, and for cached pages. */
const { dataDir, distDir } = testStackOptions()
const remaining = inRoot(distDir, 'server', 'route-cache')
const ballast = join(dataDir, 'ballast')
const seed = readCount('SOAK_SEED', 1)

/** The number and the duration of full-disk phases. */
const times = 3
const duration = 20_000

function mount(): boolean {
  try {
    // Mounting requires root.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', dataDir], { stdio: 'pipe' })
    return true
  } catch (error) {
    console.warn(`soak: no disk is filled, since none can be mounted here: ${error}`)
    return false
  }
}

mkdirSync(dataDir, { recursive: true })
const tokens = join(dataDir, 'cloud.env')
// The build contains values of this file, so it is restored afterwards.
const saved = inRoot('.test', 'cloud.env')
if (existsSync(tokens)) copyFileSync(tokens, saved)
const isMounted = mount()

let stack: SoakStack
let documents = 0
const ended: string[] = []
beforeAll(async () => {
  if (!isMounted) return
  if (existsSync(saved)) copyFileSync(saved, tokens)
  stack = await startSoakStack({ CONTENT_REVALIDATE_SECONDS: '20' })
  for (const { name, child } of stack.servers) child.exited.then(() => ended.push(name))
  rmSync(remaining, { recursive: true, force: true })
  mkdirSync(join(dataDir, 'route-cache'))
  symlinkSync(join(dataDir, 'route-cache'), remaining)
  documents = await countDocuments()
}, 600_000)
afterAll(async () => {
  if (!isMounted) return
  await stack?.close()
  rmSync(remaining, { recursive: true, force: true })
  execFileSync('umount', [dataDir])
  if (existsSync(saved)) copyFileSync(saved, tokens)
})

/** Fills the disk completely. */
function fill(): void {
  for (const size of [1_000_000, 4096, 1]) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(size))
    } catch {
      // The disk is full for chunks of this size.
    }
  }
}

const freeBytes = () => {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/** Expects that a write beyond the free space fails with a server error and stores nothing. */
async function expectRefused(): Promise<void> {
  const isFailure = (error: unknown) =>
    error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 500
  const text = 'too much '.repeat(100_000)
  const document = { _id: 'too-much', _type: 'announcement', text }
  await expect(contentClient().createOrReplace(document)).rejects.toSatisfy(isFailure)
  await expect(contentClient().assets.upload('file', Buffer.alloc(1_000_000, seed))).rejects.toSatisfy(
    isFailure,
  )
}

test.skipIf(!isMounted)(
  'while the disk is full the site answers, and afterwards nothing is lost, halved or doubled',
  async () => {
    const people = new SimulatedUsers(stack, { random: createRandom(seed), mayFail: true })
    await people.run(10_000)
    let pages = 0
    for (let time = 1; time <= times; time += 1) {
      fill()
      expect(freeBytes()).toBe(0)
      const living = people.run(duration)
      await expectRefused()
      const end = Date.now() + duration
      while (Date.now() < end) {
        for (const { path } of publicRoutes) {
          const { status, html } = await loadPage(path, stack.siteOrigin)
          expect(status, `${path} on a full disk`).toBe(200)
          expect(html, path).toContain('</html>')
          pages += 1
        }
        // Fills space that was freed meanwhile.
        fill()
      }
      rmSync(ballast)
      await living
      expect(ended, 'what has ended by itself').toEqual([])
    }
    await people.run(10_000)
    report('times that the disk was full, for seconds each', `${times}, ${duration / 1000}`)
    report('pages that answered on a full disk', pages)
    reportActions(people.actions)
    for (const { name, logFile } of stack.servers)
      expect(readFileSync(logFile, 'utf8'), name).toMatch(/lines .*lost/)
    expect(people.actions.failures).toEqual([])
    expect(await fetchStoredField('too-much', '_id')).toBeNull()
    await expectInvariants(stack, people.actions, { documents, mayRepeat: true })
    // The stored state equals the state in memory.
    for (const server of stack.servers) {
      await server.child.kill()
      await server.restart()
    }
    expect(await fetchStoredField('too-much', '_id')).toBeNull()
    await expectInvariants(stack, people.actions, { documents, mayRepeat: true })
  },
  1_800_000,
)
