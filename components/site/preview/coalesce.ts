/**
 * Merges calls: the first schedules the work, and those until then are part of it.
 *
 * @param work - runs once for all of them
 * @param delayMs - from the first call to the work
 */
export function coalesce(work: () => void, delayMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, delayMs)
  }
}
