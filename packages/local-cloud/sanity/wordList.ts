/** So many words may come after the others were put in order: they are looked at one by one. */
const MAX_ADDED = 500

/** The first place in a sorted list that isn't before a value. */
export function placeIn<Value extends string | number>(list: readonly Value[], value: Value): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && other < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Words in order, to find those with a certain beginning. None is ever taken out. */
export class WordList {
  private readonly sorted: readonly string[]
  private readonly added: string[] = []

  constructor(words: Iterable<string>) {
    this.sorted = [...words].sort()
  }

  /** Whether so many words came that the list has to be made anew: it has not all of them. */
  get isOutdated(): boolean {
    return this.added.length > MAX_ADDED
  }

  /** Takes up a word. */
  add(word: string): void {
    if (!this.isOutdated) this.added.push(word)
  }

  /** The words that begin with a text. */
  startingWith(start: string): string[] {
    const found = this.added.filter((word) => word.startsWith(start))
    for (let place = placeIn(this.sorted, start); ; place++) {
      const word = this.sorted[place]
      if (!word?.startsWith(start)) return found
      found.push(word)
    }
  }
}
