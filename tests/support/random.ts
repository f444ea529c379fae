/** Reproducible pseudorandom numbers. */
export type Random = {
  /** An integer from 0 to `below`, exclusive. */
  number(below: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
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
    pick: (items) => items[number(items.length)] ?? items[0],
    shuffle: (items) => {
      const left = [...items]
      return items.flatMap(() => left.splice(number(left.length), 1))
    },
  }
}
