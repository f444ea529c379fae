/** An order of events that is another one every time, and the same again with the same seed. */
export class EventOrder {
  private chosen = 0
  private state = 0

  /** `seed` is a whole number from 0 to 2³² - 1. */
  constructor(seed: number) {
    this.seed = seed
  }

  /** What the order depends on, besides how often it has been asked for since. */
  get seed(): number {
    return this.chosen
  }

  /** Begins again. A whole number from 0 to 2³² - 1. */
  set seed(seed: number) {
    this.chosen = seed
    this.state = seed
  }

  /** The next random number: from 0 up to, but not including, `end`. */
  private next(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }

  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items]
    return items.flatMap(() => left.splice(this.next(left.length), 1))
  }
}
