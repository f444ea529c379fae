import { readFileSync } from 'node:fs'
import { Problem } from './problem.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The last line that a program wrote. */
function readLastLine(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? ''
  } catch {
    return ''
  }
}

/**
 * Polls a URL until it responds with success.
 *
 * @param url - the URL
 * @param options.exited - resolves when the program has ended
 * @param options.what - its name, for the message
 * @param options.seconds - the timeout
 * @param options.explainsItself - its last line before it ends is a message for the user
 * @throws Problem when the program ended or the time is over
 */
export async function waitUntilReady(
  url: string,
  options: {
    exited: Promise<unknown>
    what: string
    seconds: number
    logFile: string
    explainsItself?: boolean
  },
): Promise<void> {
  const { what, seconds, logFile } = options
  let ended = false
  options.exited.then(() => {
    ended = true
  })
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (ok && !ended) return
    if (ended) {
      const why = options.explainsItself ? readLastLine(logFile) : ''
      throw new Problem(why ? `${what} did not start: ${why}` : `${what} stopped while starting.`, logFile)
    }
    await pause(100)
  }
  throw new Problem(`${what} did not respond on ${url} within ${seconds} seconds.`, logFile)
}
