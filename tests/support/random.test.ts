import { afterEach, expect, it, vi } from 'vitest'
import { createRandom, readCount } from './random.ts'

afterEach(() => vi.unstubAllEnvs())

it('repeats its choices with the same seed only, and rejects an empty list', () => {
  const choose = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.pick(['a', 'b', 'c', 'd']))
  }
  expect(choose(7)).toEqual(choose(7))
  expect(choose(7)).not.toEqual(choose(8))
  expect(new Set(choose(7)).size).toBe(4)
  expect(() => createRandom(7).pick([])).toThrow('There is nothing to pick from.')
})

it('reads the length of a random test, and rejects a value that is no whole number', () => {
  vi.stubEnv('SOAK', '')
  expect(readCount('FUZZ_ROUNDS', 15, 600)).toBe(15)
  vi.stubEnv('SOAK', '1')
  expect(readCount('FUZZ_ROUNDS', 15, 600)).toBe(600)
  expect(readCount('FUZZ_SEED', 1)).toBe(1)
  vi.stubEnv('FUZZ_ROUNDS', '40')
  expect(readCount('FUZZ_ROUNDS', 15, 600)).toBe(40)
  vi.stubEnv('FUZZ_ROUNDS', 'forty')
  expect(() => readCount('FUZZ_ROUNDS', 15, 600)).toThrow('FUZZ_ROUNDS is not a whole number: forty')
})
