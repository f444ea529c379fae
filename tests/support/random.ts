/**
 * Reads the seed or the length of a random test.
 *
 * @param name - the environment variable that overrides the default
 * @param soakCount - the default when `SOAK` is set
 * @throws for a value that is not a whole number
 */
export function readCount(name: string, defaultCount: number, soakCount = defaultCount): number {
  const value = process.env[name] || (process.env.SOAK ? soakCount : defaultCount)
  const count = Number(value)
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${name} is not a whole number: ${value}`)
  return count
}

/** Reproducible pseudorandom numbers. */
export type Random = {
  /** Returns an integer from 0 to `below`, exclusive. */
  number(below: number): number
  /** Returns true with this probability, from 0 to 1. */
  chance(probability: number): boolean
  /** @throws when there are no items */
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Creates a mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    chance: (probability) => next() < probability,
    pick: (items) => {
      for (const item of items.slice(number(items.length))) return item
      throw new Error('There is nothing to pick from.')
    },
    shuffle: (items) => {
      const remaining = [...items]
      return items.flatMap(() => remaining.splice(number(remaining.length), 1))
    },
  }
}
