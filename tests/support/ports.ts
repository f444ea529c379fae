import { isFree, neededPorts } from '../../scripts/lib/ports.ts'

/** Systems give higher ports to outgoing connections, one of which could come between looking and taking. */
const lowest = 12_000
const highest = 32_000

/** The ports that a local cloud and its site need, and some between it and the next. */
const step = 30

async function search(isSuited: (port: number) => Promise<boolean>, every: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = lowest + every * Math.floor((Math.random() * (highest - lowest)) / every)
    if (await isSuited(port)) return port
  }
  throw new Error('No free ports were found.')
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return search(isFree, 1)
}

/** A number that a local cloud, and a site one below it, can count their ports from. */
export function freePortBase(): Promise<number> {
  const areFree = async (base: number) => {
    const needed = neededPorts({ sitePort: base - 1, portBase: base })
    return (await Promise.all(needed.map(({ port }) => isFree(port)))).every(Boolean)
  }
  return search(areFree, step)
}
