/**
 * Returns a function that schedules a task on its first call. Further calls before the task runs have no effect.
 *
 * @param task - runs once for all calls within the delay
 * @param delayMs - the delay between the first call and the task
 */
export function coalesce(task: () => void, delayMs: number): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      task()
    }, delayMs)
  }
}
