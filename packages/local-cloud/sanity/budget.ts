/** What a query may use. */
export type Allowance = {
  /** Milliseconds. */
  time: number
  /** For the values that it makes and the texts that it writes, whether they are still needed or not. Bytes, about. */
  memory: number
}

/** Thrown when a query has used up what it may. */
export class BudgetExceeded extends Error {
  readonly resource: keyof Allowance
  readonly allowance: Allowance

  /** `resource` is what there was too little of. */
  constructor(resource: keyof Allowance, allowance: Allowance) {
    super(
      resource === 'time'
        ? `Query timeout: it takes longer than the ${allowance.time / 1000} s that a query may take`
        : `Query memory limit: it needs more than the ${allowance.memory / 1_000_000} MB that a query may have`,
    )
    this.name = 'BudgetExceeded'
    this.resource = resource
    this.allowance = allowance
  }
}

/** What a value takes at least. Bytes. */
const VALUE = 64
/** What a character takes at most. Bytes. */
const CHARACTER = 2
/** The clock is asked once in so many steps. */
const STEPS_BETWEEN_LOOKS = 500

/** What this thread has worked, in milliseconds: on a busy machine a query is not to blame for the time it waits. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * What is left of an allowance. The evaluator is synchronous, so whoever works through documents says so here, step by
 * step, and is stopped by a BudgetExceeded.
 */
export class Budget {
  /** Parts of queries evaluated and items looked at so far. */
  steps = 0
  private readonly allowance: Allowance
  private readonly now: () => number
  private readonly start: number
  private nextLook = STEPS_BETWEEN_LOOKS
  private memory: number

  /** `now` is a clock that only goes forward, in milliseconds. */
  constructor(allowance: Allowance, now: () => number = threadTime) {
    this.allowance = allowance
    this.now = now
    this.start = now()
    this.memory = allowance.memory
  }

  /** The time used so far. Milliseconds. */
  get time(): number {
    return this.now() - this.start
  }

  /** Counts steps. Throws a BudgetExceeded when the time is up. */
  spend(steps = 1): void {
    this.steps += steps
    if (this.steps >= this.nextLook) this.look()
  }

  /** Asks the clock. Throws a BudgetExceeded when the time is up. */
  look(): void {
    this.nextLook = this.steps + STEPS_BETWEEN_LOOKS
    if (this.time > this.allowance.time) throw new BudgetExceeded('time', this.allowance)
  }

  /** Counts values that are about to be made, and a step for each few. Throws a BudgetExceeded. */
  hold(values: number): void {
    this.use(values * VALUE)
    this.spend(1 + (values >> 3))
  }

  /** Counts characters that are about to be written, and a step for each few. Throws a BudgetExceeded. */
  write(characters: number): void {
    this.use(characters * CHARACTER)
    this.spend(1 + (characters >> 9))
  }

  private use(bytes: number): void {
    this.memory -= bytes
    if (this.memory < 0) throw new BudgetExceeded('memory', this.allowance)
  }
}
