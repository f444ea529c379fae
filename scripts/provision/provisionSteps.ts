/** Carries out the steps of `npm run provision` at one vendor, and records a sentence for each. A dry run only plans. */
export class ProvisionSteps {
  /** The sentences so far. */
  readonly lines: string[] = []
  readonly isDry: boolean
  readonly #storeVariable: ((name: string, value: string) => void) | undefined

  /**
   * @param isDry - whether steps are only planned
   * @param storeVariable - stores variables that the site needs from now on; by default the lines contain them
   */
  constructor(isDry: boolean, storeVariable?: (name: string, value: string) => void) {
    this.isDry = isDry
    this.#storeVariable = storeVariable
  }

  /** Whether new variables are stored instead of shown. */
  get storesVariables(): boolean {
    return this.#storeVariable !== undefined
  }

  /**
   * Carries out a step, or only records its plan in a dry run.
   *
   * @param plan - the text after "would": `create the dataset`
   * @param action - carries out the step, and returns the result as a sentence
   */
  async run(plan: string, action: () => Promise<string>): Promise<void> {
    this.lines.push(this.isDry ? `Would ${plan}.` : await action())
  }

  /** Adds a line without a step. */
  note(line: string): void {
    this.lines.push(line)
  }

  /** Stores a variable, if possible. Returns the sentence about it, with the value if nothing stores it. */
  addVariable(name: string, value: string): string {
    if (!this.#storeVariable) return `Set ${name}=${value}`
    this.#storeVariable(name, value)
    return `Wrote ${name}.`
  }
}
