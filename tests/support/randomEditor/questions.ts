import type { readPublished } from '@/lib/content/read'

type Read = typeof readPublished
type Question = Parameters<Read>

/** What pages ask of the content lake between two publishes, each question once. */
export class Questions {
  private answers = new Map<string, ReturnType<Read>>()
  private asked: Map<string, Question> | undefined

  /** Asks the content lake, or remembers its answer: in the place of the site's own way to read. */
  async ask(read: Read, ...question: Question): ReturnType<Read> {
    const key = JSON.stringify(question)
    this.asked?.set(key, question)
    const answer = this.answers.get(key) ?? read(...question)
    this.answers.set(key, answer)
    return answer
  }

  /** Something was published: every answer may be another one. */
  forget(): void {
    this.answers.clear()
  }

  /**
   * Runs something that asks, nothing else meanwhile.
   *
   * @returns its result, and what it had asked
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

  /** All answers to some questions, to compare with those of another time. */
  async answersTo(read: Read, asked: readonly Question[]): Promise<string> {
    const answers = await Promise.all(asked.map((question) => this.ask(read, ...question)))
    return JSON.stringify(answers.map(({ result }) => result))
  }
}
