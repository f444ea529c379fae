import type { readPublished } from '@/lib/content/reading/read'

type Read = typeof readPublished
type QueryArguments = Parameters<Read>

/** Caches the results of page queries until {@link clear}, which tests call after each publish. */
export class QueryCache {
  private results = new Map<string, ReturnType<Read>>()
  private queries: Map<string, QueryArguments> | undefined

  /** Returns the cached result of a query, or runs it with `read`. Tests call it in place of `readPublished`. */
  async query(read: Read, ...query: QueryArguments): ReturnType<Read> {
    const key = JSON.stringify(query)
    this.queries?.set(key, query)
    const response = this.results.get(key) ?? read(...query)
    this.results.set(key, response)
    return response
  }

  /** Deletes all results, since a publish may change any of them. */
  clear(): void {
    this.results.clear()
  }

  /**
   * Runs a function and collects its queries. No other queries may run at the same time.
   *
   * @returns the function's result and its queries
   */
  async collectQueries<Result>(
    action: () => Promise<Result>,
  ): Promise<{ result: Result; queries: QueryArguments[] }> {
    const requested = new Map<string, QueryArguments>()
    this.queries = requested
    try {
      return { result: await action(), queries: [...requested.values()] }
    } finally {
      this.queries = undefined
    }
  }

  /** Returns the results of some queries as JSON, for a comparison with earlier or later ones. */
  async getResults(read: Read, requested: readonly QueryArguments[]): Promise<string> {
    const responses = await Promise.all(requested.map((query) => this.query(read, ...query)))
    return JSON.stringify(responses.map(({ result }) => result))
  }
}
