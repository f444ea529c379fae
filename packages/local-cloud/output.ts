/** The pause before another attempt to write a log that cannot be written. */
const retryMs = 5000

/**
 * Prevents a failed write of the output, as to a file on a full disk, from ending the process. Those lines are lost; a
 * later line reports it. https://nodejs.org/api/process.html#a-note-on-process-io
 */
export function surviveLostOutput(): void {
  // Both streams mostly have the same target.
  let isLost = false
  for (const stream of [process.stdout, process.stderr]) {
    const reportLoss = (reason: string) => {
      // The last line may be incomplete.
      stream.write(`\nlocal cloud: output lines were lost: ${reason}\n`, (error) => {
        if (error) setTimeout(() => reportLoss(reason), retryMs).unref()
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
