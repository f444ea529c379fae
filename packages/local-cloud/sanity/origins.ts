/** An origin that was added through the projects API. */
export type CorsOrigin = { id: number; origin: string; allowCredentials: boolean; createdAt: string }

export type OriginPermission = { isAllowed: boolean; allowsCredentials: boolean }

/** The browser origins that may send requests, with or without credentials. */
export class Origins {
  private readonly builtIn: ReadonlySet<string>
  private readonly readAdded: () => CorsOrigin[]

  /** The `builtIn` origins are always allowed, with credentials. `readAdded` reads the added origins. */
  constructor(builtIn: Iterable<string>, readAdded: () => CorsOrigin[]) {
    this.builtIn = new Set(builtIn)
    this.readAdded = readAdded
  }

  /** The permission for an Origin header's value. `null` (from a sandboxed frame, or after a redirect) has none. */
  check(origin: string): OriginPermission {
    if (this.builtIn.has(origin)) return { isAllowed: true, allowsCredentials: true }
    const added = this.readAdded().find((entry) => entry.origin === origin)
    return { isAllowed: added !== undefined, allowsCredentials: added?.allowCredentials ?? false }
  }
}
