import { computePorts } from 'local-cloud'
import { isPortFree } from 'local-cloud/testing/ports'
import type { Variables } from '../lib/children.ts'
import { Problem } from '../lib/command.ts'

/** A port that must be free, its purpose, and the variable that changes it. */
export type NeededPort = { port: number; purpose: string; variable: string }

/** Names of the environment variables that set the ports of a stack. */
export type PortVariables = { site: string; cloud: string }

/**
 * Lists the ports of the local cloud and the site, each with the variable that changes it.
 *
 * @throws Problem when the site's port is one that the local cloud reserves
 */
export function listNeededPorts(
  { sitePort, portBase }: { sitePort: number; portBase: number },
  variables: PortVariables = { site: 'SITE_PORT', cloud: 'LOCAL_PORT_BASE' },
): NeededPort[] {
  const cloudPorts = Object.values(computePorts(portBase)).flat()
  const lastPort = Math.max(...cloudPorts)
  if (sitePort >= portBase && sitePort <= lastPort) {
    throw new Problem(
      `${variables.site} is ${sitePort}, and the local cloud uses ${portBase} to ${lastPort}: set it, or ${variables.cloud}, to another number.`,
    )
  }
  return [
    { port: sitePort, purpose: 'the site', variable: variables.site },
    ...cloudPorts.map((port) => ({ port, purpose: 'the local cloud', variable: variables.cloud })),
  ]
}

/**
 * Requires that all ports are free.
 *
 * @throws Problem with the first port in use
 */
export async function requireFreePorts(needed: readonly NeededPort[]): Promise<void> {
  for (const { port, purpose, variable } of needed) {
    if (await isPortFree(port)) continue
    throw new Problem(
      `Port ${port}, for ${purpose}, is taken: stop the process that listens there (perhaps this project, started before), or set ${variable} to another number.`,
    )
  }
}

/**
 * Reads a port number from an environment variable.
 *
 * @throws Problem that mentions the variable and the valid values
 */
export function readPort(variable: string, fallback: number, env: Variables = process.env): number {
  const value = env[variable]
  if (!value) return fallback
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1024 && port <= 65_000) return port
  throw new Problem(
    `${variable} is "${value}": it should be a whole number from 1024 to 65000, such as ${fallback}.`,
  )
}
