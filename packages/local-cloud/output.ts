/** The pause before each attempt to report lost output. */
const retryMs = 5000

/**
 * Prevents a failed write of the output, for example to a file on a full disk, from ending the process. The unwritten
 * lines are lost, and a later line reports the loss. https://nodejs.org/api/process.html#a-note-on-process-io
 */
export function tolerateOutputErrors(): void {
  // One flag for both streams, which usually have the same target.
  let isReportPending = false
  for (const stream of [process.stdout, process.stderr]) {
    const reportLoss = (reason: string) => {
      // Starts with a line break: the last written line may be incomplete.
      stream.write(`\nlocal cloud: output lines were lost: ${reason}\n`, (error) => {
        if (error) setTimeout(() => reportLoss(reason), retryMs).unref()
        else isReportPending = false
      })
    }
    stream.on('error', (error) => {
      if (isReportPending) return
      isReportPending = true
      setTimeout(() => reportLoss(error.message), retryMs).unref()
    })
  }
}
