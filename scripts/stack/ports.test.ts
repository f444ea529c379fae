import { createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { listNeededPorts, readPort, requireFreePorts } from './ports.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))))

function listen(host: string): Promise<number> {
  const server = createServer()
  servers.push(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

it('lists the site’s port, and the local cloud’s ports from its base port', () => {
  const ports = listNeededPorts({ sitePort: 3100, portBase: 4100 }).map(({ port }) => port)
  expect(ports).toHaveLength(20)
  expect(ports).toContain(3100)
  expect(ports).toContain(4101)
  expect(ports).toContain(4104)
  expect(ports.at(-1)).toBe(4121)
})

it('lists the variables that change the ports', () => {
  const named = listNeededPorts({ sitePort: 3100, portBase: 4100 }, { site: 'A', cloud: 'B' })
  expect(named.map(({ variable }) => variable)).toEqual(['A', ...Array(19).fill('B')])
})

it.each(['127.0.0.1', '::'])(
  'names the port taken on %s, its purpose and the variable to change',
  async (host) => {
    const port = await listen(host)
    await expect(requireFreePorts([{ port, purpose: 'the site', variable: 'SITE_PORT' }])).rejects.toThrow(
      new RegExp(`^Port ${port}, for the site, is taken: .*SITE_PORT`),
    )
  },
)

it('reads a port from the environment, or else the default, and rejects an invalid one', () => {
  expect(readPort('SITE_PORT', 3000, {})).toBe(3000)
  expect(readPort('SITE_PORT', 3000, { SITE_PORT: '3200' })).toBe(3200)
  expect(() => readPort('SITE_PORT', 3000, { SITE_PORT: '80' })).toThrow(/SITE_PORT is "80"/)
  expect(() => readPort('SITE_PORT', 3000, { SITE_PORT: 'web' })).toThrow(/SITE_PORT is "web"/)
})

it('refuses a site port in the local cloud’s range', () => {
  expect(() => listNeededPorts({ sitePort: 4007, portBase: 4000 })).toThrow(
    'SITE_PORT is 4007, and the local cloud uses 4000 to 4021: set it, or LOCAL_PORT_BASE, to another number.',
  )
  expect(listNeededPorts({ sitePort: 3999, portBase: 4000 })).toHaveLength(20)
  expect(listNeededPorts({ sitePort: 4022, portBase: 4000 })).toHaveLength(20)
})
