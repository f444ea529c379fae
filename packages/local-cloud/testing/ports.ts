import { createServer } from 'node:net'
import { computePorts } from '../config.ts'

/** Systems use higher ports for outgoing connections, which could take one between the check and its use. */
const lowest = 12_000
const highest = 32_000

/** The distance of port bases: the ports of a cloud and its site, and some between two. */
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

/** Each worker has ports of its own, since parallel test files could choose the same one at the same time. */
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

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return search(isFree, 1)
}

/** A port base for a local cloud, with a free port below it for a site. */
export function freePortBase(): Promise<number> {
  const areFree = async (base: number) => {
    const required = [base - 1, ...Object.values(computePorts(base)).flat()]
    return (await Promise.all(required.map(isFree))).every(Boolean)
  }
  return search(areFree, step)
}
