/** The duration of a command's step. */
export type StepTime = { name: string; seconds: number }

const createStyle = (code: number) => (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text

/** Terminal styles; plain text when the output is no terminal, or NO_COLOR is set. */
export const style = {
  bold: createStyle(1),
  dim: createStyle(2),
  red: createStyle(31),
  green: createStyle(32),
  cyan: createStyle(36),
}

/** `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const wholeSeconds = Math.round(seconds)
  return wholeSeconds < 60
    ? `${wholeSeconds} s`
    : `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`
}

const formatLine = (mark: string, name: string, note: string) =>
  `${mark} ${name.padEnd(34)} ${style.dim(note)}`

/** Shows steps with their durations, and stores the durations of those that succeed. */
export class StepList {
  readonly times: StepTime[] = []
  readonly #live: boolean

  /** @param live - show in a terminal how long the current step has been taking */
  constructor(live = true) {
    this.#live = live
  }

  /**
   * Runs one step, and then shows its name and duration with a tick or a cross. With `live`, a terminal also shows the
   * duration so far and the latest progress note.
   *
   * @param name - the description of the step
   * @param action - runs the step, and may report progress notes; a returned string is shown beside the duration
   * @throws what `action` throws
   */
  async run<Result>(
    name: string,
    action: (reportProgress: (note: string) => void) => Promise<Result>,
  ): Promise<Result> {
    const startedAt = performance.now()
    const getSeconds = () => (performance.now() - startedAt) / 1000
    let note = ''
    const isLiveTerminal = this.#live && process.stdout.isTTY
    const showProgress = () =>
      process.stdout.write(`\r\x1b[K${formatLine('·', name, `${formatSeconds(getSeconds())} ${note}`)}`)
    const timer = isLiveTerminal ? setInterval(showProgress, 200) : undefined
    if (isLiveTerminal) showProgress()
    const finish = (mark: string, text: string) => {
      clearInterval(timer)
      process.stdout.write(`${isLiveTerminal ? '\r\x1b[K' : ''}${formatLine(mark, name, text)}\n`)
    }
    try {
      const result = await action((text) => {
        note = text
      })
      this.times.push({ name, seconds: getSeconds() })
      finish(
        style.green('✓'),
        `${formatSeconds(getSeconds())}${typeof result === 'string' ? `  ${result}` : ''}`,
      )
      return result
    } catch (error) {
      finish(style.red('✗'), formatSeconds(getSeconds()))
      throw error
    }
  }
}
