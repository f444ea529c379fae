/** An error that the operator can correct. Its message is one line, shown without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem'
  /** Absolute path of the log with details, when there is one. */
  readonly logFile: string | undefined

  constructor(message: string, logFile?: string) {
    super(message)
    this.logFile = logFile
  }
}

/** Formats the first line of any error, with a period, and with the path of the log if there is one. */
export function formatError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const sentence =
    text
      .split('\n')
      .find((line) => line.trim())
      ?.trim() || 'An unknown error occurred.'
  const sentenceWithPeriod = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  return error instanceof Problem && error.logFile
    ? `${sentenceWithPeriod} The log is ${error.logFile}`
    : sentenceWithPeriod
}
