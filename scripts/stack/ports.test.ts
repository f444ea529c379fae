import { createServer, type Server } from 'node:net'
import { findFreePortBase } from 'local-cloud/testing/ports'
import { afterEach, expect, it } from 'vitest'
import { readPort, requireFreePort, requireStackPorts } from './ports.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))))

function listen(host: string, requestedPort = 0): Promise<number> {
  const server = createServer()
  servers.push(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(requestedPort, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

it.each(['127.0.0.1', '::'])('reports a port in use on %s, and the variable that sets it', async (host) => {
  const port = await listen(host)
  await expect(requireFreePort(port, 'SITE_PORT')).rejects.toThrow(
    new RegExp(`^Port ${port} is in use: .*SITE_PORT`),
  )
})

it('checks the site’s port and all ports that are derived from the local cloud’s base port', async () => {
  const portBase = await findFreePortBase()
  const ports = { sitePort: portBase - 1, portBase }
  await requireStackPorts(ports)
  await listen('127.0.0.1', portBase + 4)
  await expect(requireStackPorts(ports, { site: 'A', cloud: 'B' })).rejects.toThrow(
    new RegExp(`^Port ${portBase + 4} is in use: .*set B to a different number`),
  )
})

it('reads a port from the environment, falls back to the default, and rejects an invalid port', () => {
  expect(readPort('SITE_PORT', 3000, {})).toBe(3000)
  expect(readPort('SITE_PORT', 3000, { SITE_PORT: '3200' })).toBe(3200)
  expect(() => readPort('SITE_PORT', 3000, { SITE_PORT: '80' })).toThrow(/SITE_PORT is "80"/)
  expect(() => readPort('SITE_PORT', 3000, { SITE_PORT: 'web' })).toThrow(/SITE_PORT is "web"/)
})

it('refuses a site port in the local cloud’s range', async () => {
  await expect(requireStackPorts({ sitePort: 4007, portBase: 4000 })).rejects.toThrow(
    'SITE_PORT is 4007, and the local cloud uses 4000 to 4021: set it, or LOCAL_PORT_BASE, to a different number.',
  )
})
