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

/**
 * Runs Node's `parseArgs`, and returns its result.
 *
 * @param hint - a sentence with the valid options
 * @throws Problem with Node's reason and the hint
 */
export function explainRefusal<Result>(hint: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (cause) {
    throw new Problem(`${cause instanceof Error ? cause.message : String(cause)}. ${hint}`)
  }
}
