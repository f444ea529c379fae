import 'server-only'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What was answered last to each question, in memory and, where a disk can be written, beyond a restart. */
export type LastAnswers = {
  /** @returns the answer, or undefined when there was none */
  find(question: string): { answer: unknown } | undefined
  keep(question: string, answer: unknown): void
}

/**
 * Answers to fall back on while the Content Lake cannot be reached. A build fills the folder, so that a server that
 * starts during an outage has them too. On a host without a disk of its own they last as long as the process.
 *
 * @param folder - absolute path; made when it is missing
 */
export function lastAnswersIn(folder: string): LastAnswers {
  const answers = new Map<string, { answer: unknown }>()
  const fileOf = (question: string) =>
    join(/* turbopackIgnore: true */ folder, `${createHash('sha256').update(question).digest('hex')}.json`)
  return {
    find(question) {
      const known = answers.get(question) ?? readAnswer(fileOf(question))
      if (known) answers.set(question, known)
      return known
    },
    keep(question, answer) {
      answers.set(question, { answer })
      try {
        mkdirSync(folder, { recursive: true })
        // Renamed into place, since several workers of a build may write the same answer.
        const temporary = `${fileOf(question)}.${process.pid}`
        writeFileSync(temporary, JSON.stringify({ answer }))
        renameSync(temporary, fileOf(question))
      } catch {
        // A disk that cannot be written only shortens how long the answer is remembered.
      }
    },
  }
}

function readAnswer(file: string): { answer: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof parsed === 'object' && parsed !== null && 'answer' in parsed ? parsed : undefined
  } catch {
    return undefined
  }
}
