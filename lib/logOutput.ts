import { formatLine } from './log.ts'

/**
 * Keeps the process running while its log cannot be written, for example on a full disk. By default Node would end the
 * process. The loss of lines is logged once the log can be written again; the lines themselves are not.
 *
 * https://nodejs.org/api/process.html#a-note-on-process-io
 *
 * @param retryMs - the delay before the loss is reported, and before each retry of the report
 */
export function ignoreLogWriteErrors(retryMs = 5000): void {
  // Both streams usually write to the same file.
  let hasLostLines = false
  for (const stream of [process.stdout, process.stderr]) {
    const reportLoss = (reason: string) => {
      const line = formatLine('error', 'log', `log: write failed; lines are lost: ${reason}`)
      // The last line may have been written in part.
      stream.write(`\n${line}\n`, (error) => {
        if (error) setTimeout(() => reportLoss(reason), retryMs).unref()
        else hasLostLines = false
      })
    }
    stream.on('error', (error) => {
      if (hasLostLines) return
      hasLostLines = true
      setTimeout(() => reportLoss(error.message), retryMs).unref()
    })
  }
}
