import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Allowance, BudgetExceeded } from './budget.ts'
import { ApiError } from './errors.ts'
import type { ThreadAnswer, ThreadQuery } from './queryThread.ts'

/** How much longer the thread may take to read the documents, on a busy machine too, before it is ended. Milliseconds. */
const GRACE = 25_000
/** How long the thread waits for another query before it gives back its memory. Milliseconds. */
const IDLE = 10_000
/** More than the allowance, so that it is the allowance that is used up. MB. */
const HEAP = 1500
const MAX_WAITING = 100

type Job = {
  query: ThreadQuery
  /** Whether it is known by now that the thread would only begin it. */
  isHopeless: () => boolean
  resolve: (answer: Uint8Array<ArrayBuffer>) => void
  reject: (error: Error) => void
}

/**
 * A thread that answers queries on the documents of the datasets' files, with those who wait for it. It works on one
 * query at a time, and ends when there is none.
 */
export class QueryLane {
  private readonly allowance: Allowance
  private readonly waiting: Job[] = []
  /** When each caller had a turn, counted in turns. */
  private readonly served = new Map<string, number>()
  private turns = 0
  private worker: Worker | undefined
  private current: Job | undefined
  private timer: NodeJS.Timeout | undefined

  /** Starts nothing yet. */
  constructor(allowance: Allowance) {
    this.allowance = allowance
  }

  /**
   * What the thread answers, in UTF-8. Rejects with a BudgetExceeded when the query uses up what it may or `isHopeless`
   * when its turn comes, and with an ApiError: 400, 501 as the query deserves, 429 when too many wait.
   */
  ask(query: ThreadQuery, isHopeless: Job['isHopeless'] = () => false): Promise<Uint8Array<ArrayBuffer>> {
    if (this.waiting.length >= MAX_WAITING) {
      const description = `Too many queries: ${MAX_WAITING} that take long are waiting`
      throw new ApiError(429, description, { error: { type: 'rateLimitError', description } })
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ query, isHopeless, resolve, reject })
      this.next()
    })
  }

  /** Ends the thread; whoever still waits is refused. */
  async close(): Promise<void> {
    const jobs = this.current ? [this.current, ...this.waiting] : [...this.waiting]
    this.current = undefined
    this.waiting.length = 0
    for (const { reject } of jobs) reject(new Error('The local cloud is shutting down'))
    await this.end()
  }

  /** Whose last turn is the longest ago comes first, so that nobody waits for everything that somebody else asks. */
  private take(): Job | undefined {
    const turnOf = (caller: string) => this.served.get(caller) ?? 0
    const [first, ...others] = this.waiting
    if (!first) return undefined
    const job = others.reduce(
      (best, other) => (turnOf(callerOf(other)) < turnOf(callerOf(best)) ? other : best),
      first,
    )
    this.waiting.splice(this.waiting.indexOf(job), 1)
    this.turns++
    this.served.set(callerOf(job), this.turns)
    return job
  }

  private next(): void {
    if (this.current) return
    clearTimeout(this.timer)
    let job = this.take()
    while (job?.isHopeless()) {
      job.reject(new BudgetExceeded('time', this.allowance))
      job = this.take()
    }
    this.current = job
    if (!job) {
      this.timer = setTimeout(() => this.end(), IDLE).unref()
      return
    }
    this.worker ??= this.start()
    // To copy a parameter of a million arrays takes ten times as long as to write it.
    this.worker.postMessage(JSON.stringify(job.query))
    const exceeded = new BudgetExceeded('time', this.allowance)
    this.timer = setTimeout(() => this.stop(exceeded), this.allowance.time + GRACE).unref()
  }

  private start(): Worker {
    const worker = new Worker(join(import.meta.dirname, 'queryThread.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    })
    worker.unref()
    // One that was given up may have answered just before it ended.
    worker.on('message', (message: ThreadAnswer) => {
      if (this.worker === worker) this.settle(message)
    })
    worker.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (this.worker === worker) this.stop(isMemory ? new BudgetExceeded('memory', this.allowance) : error)
    })
    return worker
  }

  private settle(message: ThreadAnswer): void {
    const job = this.current
    this.current = undefined
    if (job && 'answer' in message) job.resolve(message.answer)
    else if (job && 'exceeded' in message) job.reject(new BudgetExceeded(message.exceeded, this.allowance))
    else if (job && 'refusal' in message) {
      const { status, message: text, body } = message.refusal
      job.reject(new ApiError(status, text, body))
    } else if (job && 'failure' in message) job.reject(new Error(message.failure))
    this.next()
  }

  /** Gives up the query that the thread works on, and the thread with it. */
  private stop(error: Error): void {
    const job = this.current
    this.current = undefined
    this.end()
    job?.reject(error)
    this.next()
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer)
    const { worker } = this
    this.worker = undefined
    await worker?.terminate()
  }
}

function callerOf({ query }: Job): string {
  return query.request.identity?.id ?? ''
}
