import type { readPublished } from '@/lib/content/read'

type Read = typeof readPublished
type Question = Parameters<Read>

/** The queries of pages between two publishes, each once. */
export class Questions {
  private answers = new Map<string, ReturnType<Read>>()
  private asked: Map<string, Question> | undefined

  /** Queries the Content Lake, or caches its result: replaces the site's own reader. */
  async ask(read: Read, ...question: Question): ReturnType<Read> {
    const key = JSON.stringify(question)
    this.asked?.set(key, question)
    const answer = this.answers.get(key) ?? read(...question)
    this.answers.set(key, answer)
    return answer
  }

  /** After a publish every result may be different. */
  forget(): void {
    this.answers.clear()
  }

  /**
   * Runs a function that queries, nothing else meanwhile.
   *
   * @returns its result, and its queries
   */
  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; asked: Question[] }> {
    const asked = new Map<string, Question>()
    this.asked = asked
    try {
      return { result: await work(), asked: [...asked.values()] }
    } finally {
      this.asked = undefined
    }
  }

  /** All results of some queries, to compare with those of another time. */
  async answersTo(read: Read, asked: readonly Question[]): Promise<string> {
    const answers = await Promise.all(asked.map((question) => this.ask(read, ...question)))
    return JSON.stringify(answers.map(({ result }) => result))
  }
}
