import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryOf } from '../support/memory.ts'
import { randomOf } from '../support/random.ts'
import { countDocuments, expectAllRight } from './invariants.ts'
import { People, tell } from './people.ts'
import { megabytes, report, type SoakStack, startSoakStack } from './stack.ts'

/** How long visitors, members and editors come and go without a fault. */
const minutes = Number(process.env.SOAK_MINUTES || 60)
const seed = Number(process.env.SOAK_SEED || 1)
const minute = 60_000

/**
 * By how much the site's objects may grow. What is kept per page, tag and connection comes and goes within some megabytes;
 * a leak of a kilobyte a request would be hundreds. Bytes.
 */
const mayGrow = 20_000_000

let stack: SoakStack
let documents = 0
beforeAll(async () => {
  stack = await startSoakStack()
  documents = await countDocuments()
}, 600_000)
afterAll(() => stack?.close())

test(
  'mixed visitors, members and editors: nothing is lost, and memory stays',
  async () => {
    const people = new People(stack, { random: randomOf(seed) })
    // What the first requests load and compile stays.
    await people.live(0.2 * minutes * minute)
    const heaps = [await stack.heap()]
    const memory = memoryOf(Number(stack.siteServer.child.pid))
    for (let part = 0; part < 4; part += 1) {
      await people.live(0.2 * minutes * minute)
      heaps.push(await stack.heap())
    }
    report('minutes', minutes)
    tell(people.deeds)
    report('objects of the site', heaps.map(megabytes).join(', '))
    report(
      'memory of the site',
      `${megabytes(memory)}, ${megabytes(memoryOf(Number(stack.siteServer.child.pid)))}`,
    )
    expect(people.deeds.troubles).toEqual([])
    await expectAllRight(stack, people.deeds, { documents })
    expect(Math.max(...heaps) - Number(heaps[0])).toBeLessThan(mayGrow)
  },
  (minutes + 10) * minute,
)
