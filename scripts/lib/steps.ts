/** A change at a vendor, or, in a dry run, a planned one. */
export class Steps {
  /** A sentence for each step. */
  readonly lines: string[] = []
  readonly isDry: boolean
  readonly #keep: ((name: string, value: string) => void) | undefined

  /**
   * @param isDry - nothing is created
   * @param keep - stores variables that the site needs from now on; without it, they are among the lines
   */
  constructor(isDry: boolean, keep?: (name: string, value: string) => void) {
    this.isDry = isDry
    this.#keep = keep
  }

  /** Whether variables are taken, instead of shown. */
  get keeps(): boolean {
    return this.#keep !== undefined
  }

  /**
   * Carries out a step.
   *
   * @param plan - the text after "would": `create the dataset`
   * @param work - carries it out, and returns the result as a sentence
   */
  async make(plan: string, work: () => Promise<string>): Promise<void> {
    this.lines.push(this.isDry ? `Would ${plan}.` : await work())
  }

  /** Adds a line without a step. */
  note(line: string): void {
    this.lines.push(line)
  }

  /** Passes a variable on that the site needs from now on, and that cannot be read again. */
  hand(name: string, value: string): string {
    if (!this.#keep) return `Set ${name}=${value}`
    this.#keep(name, value)
    return `Wrote ${name}.`
  }
}
