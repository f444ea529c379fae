import { type Allowance, Budget, BudgetExceeded } from './budget.ts'
import type { Dataset } from './dataset.ts'
import { takesLongToRead } from './groq/shape.ts'
import { answerQuery, budgetError, idsFoundBy, type QueryRequest } from './queries.ts'
import { QueryLane } from './queryLane.ts'
import type { ThreadQuery } from './queryThread.ts'
import { QUICK, QuickTime } from './quickTime.ts'
import { isStringArray } from './values.ts'

/** What it may take where it holds up others that are not quick. */
const SHORT: Allowance = { time: 300, memory: 100_000_000 }
/**
 * What it may take in all. The hosted service allows a minute, and 500 MB
 * (https://www.sanity.io/docs/content-lake/technical-limits).
 */
const THOROUGH: Allowance = { time: 20_000, memory: 500_000_000 }

const MAX_KNOWN = 500
/** For how long it is known: what took long may have been an index that was made, or a busy machine. Milliseconds. */
const KNOWN_FOR = 30_000

/** What a query was found to need: a thread, or even the one for long ones. */
type Need = { lane: 'thread' | 'long'; until: number; knewWords: boolean }

/**
 * Answers queries. One that is done quickly, as nearly all are, is answered at once; one that isn't is begun again in a
 * thread, and in another one when it takes longer than the rest should wait for it.
 */
export class QueryRunner {
  private readonly known = new Map<string, Need>()
  private readonly quick: Allowance
  private readonly quickTime: QuickTime
  private readonly short: QueryLane
  private readonly long: QueryLane
  private readonly allowances: { short: Allowance; thorough: Allowance }

  /** Starts nothing yet. */
  constructor(allowances: { quick?: Allowance; short?: Allowance; thorough?: Allowance } = {}) {
    const { quick = QUICK, short = SHORT, thorough = THOROUGH } = allowances
    this.quick = quick
    this.quickTime = new QuickTime(quick)
    this.allowances = { short, thorough }
    this.short = new QueryLane(short)
    this.long = new QueryLane(thorough)
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
    if (dataset.file === null) {
      const budget = new Budget(this.allowances.thorough)
      return withinBudget(() => answerQuery(dataset, request, withQuery, budget).join(''))
    }
    return (
      (await this.atOnce(dataset, request, withQuery)) ??
      this.inThread(dataset, request, withQuery ? 'answer with query' : 'answer')
    )
  }

  /** The answer to a query that is done quickly; undefined for one that isn't, or is known not to be. */
  private async atOnce(
    dataset: Dataset,
    request: QueryRequest,
    withQuery: boolean,
  ): Promise<string | undefined> {
    const { quickTime } = this
    while (quickTime.turn) await quickTime.turn
    if (this.needOf(dataset, request) || takesLongToRead(request.query)) return undefined
    const allowance = quickTime.allowance()
    try {
      return answerQuery(dataset, request, withQuery, new Budget(allowance)).join('')
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error
    }
    quickTime.lost(allowance)
    // With less it isn't known yet.
    if (allowance.time === this.quick.time) this.remember(dataset, request, 'thread')
    return undefined
  }

  /**
   * The ids of what a query finds among the documents that are on disk, worked out by a thread. Rejects as `answer`
   * does.
   */
  async ids(dataset: Dataset, request: QueryRequest): Promise<string[]> {
    if (dataset.file === null) {
      return withinBudget(() => idsFoundBy(dataset, request, new Budget(this.allowances.thorough)))
    }
    const answer = await this.inThread(dataset, request, 'ids')
    const ids: unknown = JSON.parse(new TextDecoder().decode(answer))
    if (!isStringArray(ids)) throw new Error('The thread has answered something else than ids')
    return ids
  }

  /** Ends the threads; whoever still waits is refused. */
  async close(): Promise<void> {
    await Promise.all([this.short.close(), this.long.close()])
  }

  private async inThread(
    dataset: Dataset,
    request: QueryRequest,
    wanted: ThreadQuery['wanted'],
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { short, thorough } = this.allowances
    const query = { dataset: dataset.name, file: dataset.file ?? '', request, wanted }
    const isLong = () => this.needOf(dataset, request) === 'long'
    if (!isLong()) {
      try {
        return await this.short.ask({ ...query, allowance: short }, isLong)
      } catch (error) {
        if (!(error instanceof BudgetExceeded)) throw error
      }
      this.remember(dataset, request, 'long')
    }
    return withinBudget(() => this.long.ask({ ...query, allowance: thorough }))
  }

  /** What a query is still known to need: with an index of words it may be done quickly. */
  private needOf(dataset: Dataset, request: QueryRequest): Need['lane'] | undefined {
    const need = this.known.get(nameOf(dataset, request))
    if (!need || need.until < performance.now() || (dataset.knowsWords && !need.knewWords)) return undefined
    return need.lane
  }

  private remember(dataset: Dataset, request: QueryRequest, lane: Need['lane']): void {
    const [oldest] = this.known.keys()
    if (this.known.size >= MAX_KNOWN && oldest !== undefined) this.known.delete(oldest)
    const until = performance.now() + KNOWN_FOR
    this.known.set(nameOf(dataset, request), { lane, until, knewWords: dataset.knowsWords })
  }
}

function nameOf(dataset: Dataset, { query }: QueryRequest): string {
  return `${dataset.name} ${query}`
}

/** Rejects with an ApiError (400, 408) where the work has used up what it may. */
async function withinBudget<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BudgetExceeded ? budgetError(error) : error
  }
}
