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

/** Shows steps with their durations, and stores the durations of those that succeed. */
export class StepList {
  readonly times: StepTime[] = []

  /**
   * Runs one step, and then shows its name and duration with a tick or a cross.
   *
   * @param name - the description of the step
   * @param action - runs the step; a returned string is shown beside the duration
   * @throws what `action` throws
   */
  async run<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const { isTTY } = process.stdout
    if (isTTY) process.stdout.write(`· ${name} …`)
    const finish = (mark: string, note: string) => {
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `${isTTY ? '\r\x1b[K' : ''}${mark} ${name.padEnd(34)} ${style.dim(`${formatSeconds(seconds)}${note}`)}`,
      )
      return seconds
    }
    try {
      const result = await action()
      const seconds = finish(style.green('✓'), typeof result === 'string' ? `  ${result}` : '')
      this.times.push({ name, seconds })
      return result
    } catch (error) {
      finish(style.red('✗'), '')
      throw error
    }
  }
}
