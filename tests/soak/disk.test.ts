import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync, statfsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { testStackOptions } from '../../scripts/lib/testStack.ts'
import { load } from '../support/publishing.ts'
import { randomOf } from '../support/random.ts'
import { publicRoutes } from '../support/routes.ts'
import { countDocuments, expectAllRight } from './invariants.ts'
import { People } from './people.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

/** A disk of its own for the data of the vendors, the database and the kept pages. */
const { dataDir, distDir } = testStackOptions()
const kept = inRoot(distDir, 'server', 'route-cache')
const ballast = join(dataDir, 'ballast')
const freeBytes = () => {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

let stack: SoakStack
let documents = 0
beforeAll(async () => {
  mkdirSync(dataDir, { recursive: true })
  const tokens = join(dataDir, 'cloud.env')
  const saved = inRoot('.test', 'cloud.env')
  if (existsSync(tokens)) copyFileSync(tokens, saved)
  // Only the system's administrator may do this.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', dataDir])
  if (existsSync(saved)) copyFileSync(saved, tokens)
  stack = await startSoakStack()
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(join(dataDir, 'route-cache'))
  symlinkSync(join(dataDir, 'route-cache'), kept)
  documents = await countDocuments()
}, 600_000)
afterAll(async () => {
  await stack?.close()
  rmSync(kept, { force: true })
  execFileSync('umount', [dataDir])
})

/** Leaves nothing of the disk. */
function fill(): void {
  for (const size of [1_000_000, 4096, 1]) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(size))
    } catch {
      // Full, for pieces of this size.
    }
  }
}

test('while the disk is full the site answers, and afterwards nothing is lost or doubled', async () => {
  const people = new People(stack, { random: randomOf(1), mayFail: true })
  await people.live(10_000)
  for (let time = 1; time <= 3; time += 1) {
    fill()
    expect(freeBytes()).toBe(0)
    const living = people.live(20_000)
    const end = Date.now() + 20_000
    let pages = 0
    while (Date.now() < end) {
      for (const { path } of publicRoutes) {
        const { status, html } = await load(path, stack.siteOrigin)
        expect(status, `${path} on a full disk`).toBe(200)
        expect(html, path).toContain('</html>')
        pages += 1
      }
      // Whatever has been freed meanwhile.
      fill()
    }
    report('pages that answered on a full disk', pages)
    rmSync(ballast)
    await living
  }
  await people.live(10_000)
  expect(people.deeds.troubles).toEqual([])
  await expectAllRight(stack, people.deeds, { documents, mayRepeat: true })
}, 1_200_000)
