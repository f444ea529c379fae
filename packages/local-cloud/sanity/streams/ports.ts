/** Spreads streams over ports, since browsers allow six connections to each. */
export class PortSpread {
  private readonly load: Map<number, number>

  /** `ports` are those that serve streams. */
  constructor(ports: readonly number[]) {
    this.load = new Map(ports.map((port) => [port, 0]))
  }

  /** The port with the fewest streams, counting one more there until `release`. */
  take(): number {
    let best: { port: number; streams: number } | undefined
    for (const [port, streams] of this.load) if (!best || streams < best.streams) best = { port, streams }
    if (!best) throw new Error('There is no port for streams')
    this.load.set(best.port, best.streams + 1)
    return best.port
  }

  /** Counts one stream less on a port. */
  release(port: number): void {
    this.load.set(port, Math.max(0, (this.load.get(port) ?? 0) - 1))
  }

  /** How many streams there are on each port. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.load)
  }
}
