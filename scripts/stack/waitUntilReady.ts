import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Problem } from '../lib/command.ts'

/** Finds in a program's log why it ended: the last line, or that the disk is full. Empty if the log is unreadable. */
function readReason(logFile: string): string {
  try {
    const log = readFileSync(logFile, 'utf8')
    return /disk is full|ENOSPC/.test(log) ? 'the disk is full.' : (log.trim().split('\n').at(-1) ?? '')
  } catch {
    return ''
  }
}

/**
 * Polls a URL until the response has a success status.
 *
 * @param options.exited - a promise that resolves when the program has ended
 * @param options.name - the name of the program, for the message
 * @param options.printsReason - whether the last log line of a program that ended is a message for the operator
 * @throws Problem when the program ended, or after the timeout
 */
export async function waitUntilReady(
  url: string,
  options: {
    exited: Promise<unknown>
    name: string
    timeoutSeconds: number
    logFile: string
    printsReason?: boolean
  },
): Promise<void> {
  const { name, timeoutSeconds, logFile, exited, printsReason } = options
  let hasEnded = false
  void exited.then(() => {
    hasEnded = true
  })
  const deadline = Date.now() + timeoutSeconds * 1000
  while (Date.now() < deadline) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (hasEnded) {
      const reason = printsReason && readReason(logFile)
      throw new Problem(
        reason ? `${name} did not start: ${reason}` : `${name} stopped while starting.`,
        logFile,
      )
    }
    if (isReady) return
    await setTimeout(100)
  }
  throw new Problem(`${name} did not respond at ${url} within ${timeoutSeconds} seconds.`, logFile)
}
