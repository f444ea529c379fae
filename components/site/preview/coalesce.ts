/**
 * Merges calls: the first schedules the work, and those until then are part of it.
 *
 * @param work - runs once for all of them
 * @param delayMs - from the first call to the work
 */
export function coalesce(work: () => void, delayMs: number): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      work()
    }, delayMs)
  }
}
