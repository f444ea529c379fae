import { computePorts } from 'local-cloud'
import { isPortFree } from 'local-cloud/testing/ports'
import type { Variables } from '../lib/children.ts'
import { Problem } from '../lib/command.ts'

/** Names of the environment variables that set the ports of a stack. */
export type PortVariables = { site: string; cloud: string }

/** Requires that a port is free. Throws a Problem that mentions the variable to change. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  if (await isPortFree(port)) return
  throw new Problem(
    `Port ${port} is in use: stop the process listening on it (perhaps an earlier run of this project), or set ${variable} to a different number.`,
  )
}

/**
 * Requires that the ports of a site and a local cloud are free.
 *
 * @throws Problem with the first port in use, or when the site's port is one that the local cloud reserves
 */
export async function requireStackPorts(
  { sitePort, portBase }: { sitePort: number; portBase: number },
  variables: PortVariables = { site: 'SITE_PORT', cloud: 'LOCAL_PORT_BASE' },
): Promise<void> {
  const cloudPorts = Object.values(computePorts(portBase)).flat()
  const lastPort = Math.max(...cloudPorts)
  if (sitePort >= portBase && sitePort <= lastPort)
    throw new Problem(
      `${variables.site} is ${sitePort}, and the local cloud uses ${portBase} to ${lastPort}: set it, or ${variables.cloud}, to a different number.`,
    )
  await requireFreePort(sitePort, variables.site)
  for (const port of cloudPorts) await requireFreePort(port, variables.cloud)
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
