/** An origin that was added through the projects API. */
export type CorsOrigin = { id: number; origin: string; allowCredentials: boolean; createdAt: string }

export type OriginVerdict = { allowed: boolean; credentials: boolean }

function matches(pattern: string, origin: string): boolean {
  if (!pattern.includes('*')) return pattern === origin
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, (char) => (char === '*' ? '[^/]*' : `\\${char}`))
  return new RegExp(`^${source}$`).test(origin)
}

/** The browser origins that may send requests, with credentials or without. */
export class Origins {
  private readonly own: ReadonlySet<string>
  private readonly added: () => CorsOrigin[]

  /** `own` are always allowed with credentials; `added` returns those of the CORS API. */
  constructor(own: Iterable<string>, added: () => CorsOrigin[]) {
    this.own = new Set(own)
    this.added = added
  }

  /** The rights of an Origin header. `null` (a sandboxed frame, a redirect) has none. */
  judge(origin: string): OriginVerdict {
    if (this.own.has(origin)) return { allowed: true, credentials: true }
    if (origin === 'null') return { allowed: false, credentials: false }
    const entries = this.added().filter((entry) => matches(entry.origin, origin))
    return { allowed: entries.length > 0, credentials: entries.some((entry) => entry.allowCredentials) }
  }
}
