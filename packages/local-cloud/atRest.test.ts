import { expect, test } from 'vitest'
import { RestWatch } from './atRest.ts'

test('a process with much memory is told to be at rest once, and again after it had something to do', () => {
  const watch = new RestWatch(1000)
  const much = 500_000_000
  expect(watch.look(9000, much)).toBe(false)
  expect(watch.look(9100, 200_000_000)).toBe(false)
  expect(watch.look(9300, much)).toBe(true)
  // What it took to give memory back.
  watch.skip(10_500)
  expect(watch.look(10_600, much)).toBe(false)
  expect(watch.look(10_700, much)).toBe(false)
  expect(watch.look(15_000, much)).toBe(false)
  expect(watch.look(15_010, much)).toBe(true)
})
