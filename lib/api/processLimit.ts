type Options = {
  /** For one sender. */
  count: number
  /** For all senders together, which also bounds the memory. */
  total: number
  seconds: number
}

/**
 * Counts in the memory of this process, for routes that anybody may call before anything is known of them, and that ask
 * a service which bills by the request. With several processes each has its own count.
 *
 * @returns `take` counts one more go and says whether it may happen; `giveBack` takes a go back that was no abuse
 */
export function createProcessLimit({ count, total, seconds }: Options) {
  let windowEnd = 0
  let all = 0
  const bySender = new Map<string, number>()
  return {
    /** @param now - milliseconds since 1970 */
    take(who: string, now: number = Date.now()): boolean {
      if (now >= windowEnd) {
        windowEnd = now + seconds * 1000
        all = 0
        bySender.clear()
      }
      const goes = bySender.get(who) ?? 0
      if (goes >= count || all >= total) return false
      all += 1
      bySender.set(who, goes + 1)
      return true
    },
    giveBack(who: string): void {
      const goes = bySender.get(who) ?? 0
      if (goes === 0) return
      all -= 1
      bySender.set(who, goes - 1)
    },
  }
}
