import type { readPublished } from '@/lib/content/read'

type Read = typeof readPublished
type QueryArguments = Parameters<Read>

/** The queries of pages between two publishes, each once. */
export class QueryCache {
  private results = new Map<string, ReturnType<Read>>()
  private queries: Map<string, QueryArguments> | undefined

  /** Queries the Content Lake, or caches its result: replaces the site's own reader. */
  async query(read: Read, ...question: QueryArguments): ReturnType<Read> {
    const key = JSON.stringify(question)
    this.queries?.set(key, question)
    const response = this.results.get(key) ?? read(...question)
    this.results.set(key, response)
    return response
  }

  /** After a publish every result may be different. */
  clear(): void {
    this.results.clear()
  }

  /**
   * Runs a function that queries, nothing else meanwhile.
   *
   * @returns its result, and its queries
   */
  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; queries: QueryArguments[] }> {
    const requested = new Map<string, QueryArguments>()
    this.queries = requested
    try {
      return { result: await work(), queries: [...requested.values()] }
    } finally {
      this.queries = undefined
    }
  }

  /** All results of some queries, to compare with those of another time. */
  async getResults(read: Read, requested: readonly QueryArguments[]): Promise<string> {
    const responses = await Promise.all(requested.map((question) => this.query(read, ...question)))
    return JSON.stringify(responses.map(({ result }) => result))
  }
}
