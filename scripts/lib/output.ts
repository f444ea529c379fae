import { styleText } from 'node:util'

/** Formats a duration: `0.4 s`, `12 s` or `2 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const wholeSeconds = Math.round(seconds)
  return wholeSeconds < 60
    ? `${wholeSeconds} s`
    : `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`
}

/**
 * Runs one step of a command, and then shows its name and duration with a check mark or a cross.
 *
 * @param name - the step's description
 * @param action - runs the step; a returned string is shown beside the duration
 * @throws what `action` throws
 */
export async function runStep<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const { isTTY } = process.stdout
  if (isTTY) process.stdout.write(`· ${name} …`)
  const finish = (mark: string, note: string) => {
    const duration = formatSeconds((performance.now() - startedAt) / 1000)
    console.log(
      `${isTTY ? '\r\x1b[K' : ''}${mark} ${name.padEnd(34)} ${styleText('dim', `${duration}${note}`)}`,
    )
  }
  try {
    const result = await action()
    finish(styleText('green', '✓'), typeof result === 'string' ? `  ${result}` : '')
    return result
  } catch (error) {
    finish(styleText('red', '✗'), '')
    throw error
  }
}
