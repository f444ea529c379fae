/** The duration of a command's step. */
export type StepTime = { name: string; seconds: number }

const color = (code: number) => (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text

/** Terminal styles; plain text when the output is no terminal. */
export const style = { bold: color(1), dim: color(2), red: color(31), green: color(32), cyan: color(36) }

/** `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const line = (mark: string, name: string, note: string) => `${mark} ${name.padEnd(34)} ${style.dim(note)}`

/** Shows steps with their durations and remembers them. */
export class StepList {
  readonly times: StepTime[] = []
  readonly #live: boolean

  /** @param live - show in a terminal how long the current step has been taking */
  constructor(live = true) {
    this.#live = live
  }

  /**
   * Runs one step. Shows its name and elapsed time while it runs, then a tick or a cross.
   *
   * @param name - what is being done
   * @param work - runs the step; a returned string is shown beside the duration
   * @throws what `work` throws
   */
  async run<Result>(
    name: string,
    work: (progress: (note: string) => void) => Promise<Result>,
  ): Promise<Result> {
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    let note = ''
    const terminal = this.#live && process.stdout.isTTY
    const show = () =>
      process.stdout.write(`\r\x1b[K${line('·', name, `${formatSeconds(seconds())} ${note}`)}`)
    const timer = terminal ? setInterval(show, 200) : undefined
    if (terminal) show()
    const finish = (mark: string, text: string) => {
      clearInterval(timer)
      process.stdout.write(`${terminal ? '\r\x1b[K' : ''}${line(mark, name, text)}\n`)
    }
    try {
      const result = await work((text) => {
        note = text
      })
      this.times.push({ name, seconds: seconds() })
      finish(
        style.green('✓'),
        `${formatSeconds(seconds())}${typeof result === 'string' ? `  ${result}` : ''}`,
      )
      return result
    } catch (error) {
      finish(style.red('✗'), formatSeconds(seconds()))
      throw error
    }
  }
}
