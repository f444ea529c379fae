import { formatLine } from './log.ts'

/**
 * Keeps the process running while its log cannot be written, for example on a full disk: Node ends a process
 * otherwise. Lost lines are reported once the log can be written again.
 *
 * https://nodejs.org/api/process.html#a-note-on-process-io
 *
 * @param retryMs - the interval of retries
 */
export function ignoreLogWriteErrors(retryMs = 5000): void {
  // Both streams usually write to the same file.
  let isLost = false
  for (const stream of [process.stdout, process.stderr]) {
    const reportLoss = (why: string) => {
      const line = formatLine('error', 'log', `log: write failed; lines are lost: ${why}`)
      // The last line may have been written in part.
      stream.write(`\n${line}\n`, (error) => {
        if (error) setTimeout(() => reportLoss(why), retryMs).unref()
        else isLost = false
      })
    }
    stream.on('error', (error) => {
      if (isLost) return
      isLost = true
      setTimeout(() => reportLoss(error.message), retryMs).unref()
    })
  }
}
