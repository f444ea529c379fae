import { createServer } from 'node:net'
import { computePorts } from '../config.ts'

const lowestPort = 12_000
/** Operating systems use higher ports for outgoing connections, which could take a port between its check and its use. */
const highestPort = 32_000

/** The distance between port bases, which exceeds the number of ports that a cloud and its site use. */
const portBaseStep = 30

function isPortFreeOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Whether a port on this machine's loopback interface is free, for both IPv4 and IPv6. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await isPortFreeOn('127.0.0.1', port)) && (await isPortFreeOn('::1', port))
}

/**
 * Up to this many workers choose from disjoint sets of ports and of port bases, so parallel test files never choose the
 * same one. A single port may still lie in the range above another worker's port base.
 */
const workerCount = 16
const workerIndex = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % workerCount

/** Finds a suitable port by trying this worker's ports at random, in steps of `step` from the lowest port. */
async function searchPort(isSuitable: (port: number) => Promise<boolean>, step: number): Promise<number> {
  const choiceCount = Math.floor((highestPort - lowestPort) / step / workerCount)
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = lowestPort + step * (workerCount * Math.floor(Math.random() * choiceCount) + workerIndex)
    if (await isSuitable(port)) return port
  }
  throw new Error('No free port was found')
}

/** Finds a free port on this machine. */
export function findFreePort(): Promise<number> {
  return searchPort(isPortFree, 1)
}

/** Finds a port base for a local cloud, with a free port below it for a site. */
export function findFreePortBase(): Promise<number> {
  const areAllFree = async (base: number) => {
    const requiredPorts = [base - 1, ...Object.values(computePorts(base)).flat()]
    return (await Promise.all(requiredPorts.map(isPortFree))).every(Boolean)
  }
  return searchPort(areAllFree, portBaseStep)
}
