/**
 * Whether an id fits a pattern of `path()` (https://www.sanity.io/docs/specifications/groq-functions): `*` is one part between
 * dots, `**` one or more. A regular expression would try every way to divide the id among the stars.
 */
export function matchesPath(pattern: string, id: string): boolean {
  const wanted = pattern.split('.')
  const given = id.split('.')
  let next = 0
  let at = 0
  /** Where the last `**` stands, and the first part behind those that it takes. */
  let last: { next: number; at: number } | undefined
  while (at < given.length) {
    const part = wanted[next]
    if (part === '**') last = { next, at: at + 1 }
    const fits = part === '**' || (part === '*' ? given[at] !== '' : part === given[at])
    if (fits) {
      next++
      at++
    } else if (last) {
      last.at++
      next = last.next + 1
      at = last.at
    } else return false
  }
  return next === wanted.length
}
