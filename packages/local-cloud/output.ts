/** How often a log that cannot be written is tried again. Milliseconds. */
const AGAIN = 5000

/**
 * Keeps the process going while its output cannot be written, as when the file that takes it is on a full disk: Node ends
 * a process otherwise. Those lines are lost, which the output says once it can be written again.
 * https://nodejs.org/api/process.html#a-note-on-process-io
 */
export function surviveLostOutput(): void {
  // Both mostly lead to the same place.
  let isLost = false
  for (const stream of [process.stdout, process.stderr]) {
    const tell = (why: string) => {
      // The last line may have been written in part.
      stream.write(`\nlocal cloud: lines are lost here, which could not be written: ${why}\n`, (error) => {
        if (error) setTimeout(() => tell(why), AGAIN).unref()
        else isLost = false
      })
    }
    stream.on('error', (error) => {
      if (isLost) return
      isLost = true
      setTimeout(() => tell(error.message), AGAIN).unref()
    })
  }
}
