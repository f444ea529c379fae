import { createServer } from 'node:net'
import { ports } from '../config.ts'

/** Systems give higher ports to outgoing connections, one of which could come between looking and taking. */
const lowest = 12_000
const highest = 32_000

/** The ports that a cloud and its site need, and some between it and the next. */
const step = 30

function isFreeOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

async function isFree(port: number): Promise<boolean> {
  return (await isFreeOn('127.0.0.1', port)) && (await isFreeOn('::1', port))
}

/** Parallel test files that choose a port at the same moment would both find it free. */
const workers = 16
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % workers

async function search(isSuited: (port: number) => Promise<boolean>, every: number): Promise<number> {
  const choices = Math.floor((highest - lowest) / every / workers)
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = lowest + every * (workers * Math.floor(Math.random() * choices) + worker)
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
    const needed = [base - 1, ...Object.values(ports(base)).flat()]
    return (await Promise.all(needed.map(isFree))).every(Boolean)
  }
  return search(areFree, step)
}
