/** Lets so many through at once, so many wait in order, and turns the others away. */
export class Turnstile {
  private readonly atOnce: number
  private readonly longest: number
  private inside = 0
  private readonly waiting: (() => void)[] = []

  /** `atOnce` are inside at a time, `longest` wait. */
  constructor(atOnce: number, longest: number) {
    this.atOnce = atOnce
    this.longest = longest
  }

  /** Resolves, when it's one's turn, with the function that leaves again; with undefined when too many wait. */
  async enter(): Promise<(() => void) | undefined> {
    if (this.inside < this.atOnce) this.inside += 1
    else if (this.waiting.length >= this.longest) return undefined
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    let left = false
    return () => {
      if (left) return
      left = true
      const next = this.waiting.shift()
      if (next) next()
      else this.inside -= 1
    }
  }
}
