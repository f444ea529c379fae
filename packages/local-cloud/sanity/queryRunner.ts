import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Allowance, Budget, BudgetExceeded } from './budget.ts'
import type { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { takesLongToRead } from './groq/shape.ts'
import { answerQuery, budgetError, idsFoundBy, type QueryRequest } from './queries.ts'
import type { ThreadAnswer, ThreadQuery } from './queryThread.ts'
import { isStringArray } from './values.ts'

/** What a query may take where it holds up everybody else. */
export const QUICK: Allowance = { time: 100, memory: 64_000_000 }
/**
 * What it may take in a thread of its own. The hosted service allows a minute, and 500 MB
 * (https://www.sanity.io/docs/content-lake/technical-limits).
 */
const THOROUGH: Allowance = { time: 20_000, memory: 500_000_000 }

/** How much longer the thread may take to read the documents, and for a single step, before it is ended. Milliseconds. */
const GRACE = 5000
/** How long the thread waits for another query before it gives back its memory. Milliseconds. */
const IDLE = 10_000
/** More than the allowance, so that it is the allowance that is used up. MB. */
const HEAP = 1500
const MAX_WAITING = 100
const MAX_KNOWN = 500

type Job = {
  query: ThreadQuery
  resolve: (answer: Uint8Array<ArrayBuffer>) => void
  reject: (error: Error) => void
}

/**
 * Answers queries. One that is done quickly, as nearly all are, is answered at once; one that isn't is begun again in a
 * thread of its own, on the documents of the dataset's file, where it holds up nobody. The thread works on one query at a
 * time, and ends when there is none.
 */
export class QueryRunner {
  private readonly waiting: Job[] = []
  private readonly slow = new Set<string>()
  private readonly quick: Allowance
  private readonly thorough: Allowance
  private worker: Worker | undefined
  private current: Job | undefined
  private timer: NodeJS.Timeout | undefined

  /** Starts nothing yet. */
  constructor(allowances: { quick?: Allowance; thorough?: Allowance } = {}) {
    this.quick = allowances.quick ?? QUICK
    this.thorough = allowances.thorough ?? THOROUGH
  }

  /**
   * The body of the answer to a query, as `answerQuery` writes it. Rejects with an ApiError: 400 and 408 when the query
   * uses up what it may, 429 when too many wait.
   */
  async answer(
    dataset: Dataset,
    request: QueryRequest,
    withQuery: boolean,
  ): Promise<string | Uint8Array<ArrayBuffer>> {
    const name = `${dataset.name} ${request.query}`
    if (dataset.file === null || (!this.slow.has(name) && !takesLongToRead(request.query))) {
      try {
        const allowance = dataset.file === null ? this.thorough : this.quick
        return answerQuery(dataset, request, withQuery, new Budget(allowance))
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error
        if (dataset.file === null) throw budgetError(error)
      }
      this.remember(name)
    }
    return this.enqueue({
      dataset: dataset.name,
      file: dataset.file,
      request,
      wanted: withQuery ? 'answer with query' : 'answer',
      allowance: this.thorough,
    })
  }

  /**
   * The ids of what a query finds among the documents that are on disk, worked out by the thread. Rejects as `answer`
   * does.
   */
  async ids(dataset: Dataset, request: QueryRequest): Promise<string[]> {
    if (dataset.file === null) return idsFoundBy(dataset, request, new Budget(this.thorough))
    const answer = await this.enqueue({
      dataset: dataset.name,
      file: dataset.file,
      request,
      wanted: 'ids',
      allowance: this.thorough,
    })
    const ids: unknown = JSON.parse(new TextDecoder().decode(answer))
    if (!isStringArray(ids)) throw new Error('The thread has answered something else than ids')
    return ids
  }

  /** Ends the thread; whoever still waits is refused. */
  async close(): Promise<void> {
    const jobs = this.current ? [this.current, ...this.waiting] : [...this.waiting]
    this.current = undefined
    this.waiting.length = 0
    for (const { reject } of jobs) reject(new Error('The local cloud is shutting down'))
    await this.end()
  }

  private remember(name: string): void {
    const [oldest] = this.slow
    if (this.slow.size >= MAX_KNOWN && oldest !== undefined) this.slow.delete(oldest)
    this.slow.add(name)
  }

  private enqueue(query: ThreadQuery): Promise<Uint8Array<ArrayBuffer>> {
    if (this.waiting.length >= MAX_WAITING) {
      const description = `Too many queries: ${MAX_WAITING} that take long are waiting`
      throw new ApiError(429, description, { error: { type: 'rateLimitError', description } })
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ query, resolve, reject })
      this.next()
    })
  }

  private next(): void {
    if (this.current) return
    clearTimeout(this.timer)
    this.current = this.waiting.shift()
    if (!this.current) {
      this.timer = setTimeout(() => this.end(), IDLE).unref()
      return
    }
    this.worker ??= this.start()
    this.worker.postMessage(this.current.query)
    this.timer = setTimeout(() => this.stop(this.stoppedError('time')), this.thorough.time + GRACE).unref()
  }

  private stoppedError(resource: keyof Allowance): ApiError {
    return budgetError(new BudgetExceeded(resource, this.thorough))
  }

  private start(): Worker {
    const worker = new Worker(join(import.meta.dirname, 'queryThread.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    })
    worker.unref()
    worker.on('message', (message: ThreadAnswer) => this.settle(message))
    worker.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (this.worker === worker) this.stop(isMemory ? this.stoppedError('memory') : error)
    })
    return worker
  }

  private settle(message: ThreadAnswer): void {
    const job = this.current
    this.current = undefined
    if (job && 'answer' in message) job.resolve(message.answer)
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
