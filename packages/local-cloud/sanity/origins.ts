/** An origin that was added through the projects API. */
export type CorsOrigin = { id: number; origin: string; allowCredentials: boolean; createdAt: string }

export type OriginPermission = { isAllowed: boolean; allowsCredentials: boolean }

function matchesOrigin(pattern: string, origin: string): boolean {
  if (!pattern.includes('*')) return pattern === origin
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, (char) => (char === '*' ? '[^/]*' : `\\${char}`))
  return new RegExp(`^${source}$`).test(origin)
}

/** The browser origins that may send requests, with credentials or without. */
export class Origins {
  private readonly builtIn: ReadonlySet<string>
  private readonly readAdded: () => CorsOrigin[]

  /** The `builtIn` origins are always allowed, with credentials. `readAdded` reads the added origins. */
  constructor(builtIn: Iterable<string>, readAdded: () => CorsOrigin[]) {
    this.builtIn = new Set(builtIn)
    this.readAdded = readAdded
  }

  /** The permission of an Origin header. `null` (a sandboxed frame, a redirect) has none. */
  check(origin: string): OriginPermission {
    if (this.builtIn.has(origin)) return { isAllowed: true, allowsCredentials: true }
    if (origin === 'null') return { isAllowed: false, allowsCredentials: false }
    const entries = this.readAdded().filter((entry) => matchesOrigin(entry.origin, origin))
    return {
      isAllowed: entries.length > 0,
      allowsCredentials: entries.some((entry) => entry.allowCredentials),
    }
  }
}
