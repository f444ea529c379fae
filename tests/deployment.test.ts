import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSecretNames } from './support/secretNames.ts'

const compose = readFileSync('deploy/compose.yaml', 'utf8')

function getServiceLines(name: string): string {
  const [, lines] = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)*)`, 'm').exec(compose) ?? []
  if (!lines) throw new Error(`deploy/compose.yaml has no service ${name}.`)
  return lines
}

/** Lists the variables that a service overrides with an empty value. */
const listEmptiedVariables = (service: string) =>
  [...getServiceLines(service).matchAll(/^ {6}(\w+): ""$/gm)].map(([, name]) => name)

it('the site and the scheduler get only the secrets that they need', () => {
  const administratorSecrets = ['SANITY_API_WRITE_TOKEN', 'SUPABASE_ACCESS_TOKEN', 'DATABASE_OWNER_URL']
  expect(readSecretNames()).toEqual(expect.arrayContaining(administratorSecrets))
  expect(listEmptiedVariables('site')).toEqual(administratorSecrets)
  expect(listEmptiedVariables('scheduler').toSorted()).toEqual(
    readSecretNames()
      .filter((name) => name !== 'CRON_SECRET')
      .toSorted(),
  )
  for (const service of ['proxy', 'database']) {
    expect(getServiceLines(service), service).not.toMatch(/\*environment|env_file/)
  }
})

it('every container is read-only, with few capabilities and a memory limit', () => {
  const shared = /^x-service: &service\n((?: {2}.*\n)+)/m.exec(compose)?.[1]
  for (const line of ['security_opt: ["no-new-privileges:true"]', 'cap_drop: [ALL]', 'read_only: true'])
    expect(shared).toContain(`  ${line}\n`)
  const services = [...compose.matchAll(/^ {2}(\w+):\n {4}<<: \[?\*service\b/gm)].map(([, name = '']) => name)
  expect(services).toEqual(['site', 'proxy', 'scheduler', 'database'])
  for (const service of services) {
    expect(getServiceLines(service), service).toMatch(/^ {4}mem_limit: \d/m)
    expect(getServiceLines(service), service).not.toMatch(/privileged|read_only|cap_drop|security_opt/)
  }
  expect(services.filter((service) => getServiceLines(service).includes('cap_add'))).toEqual(['database'])
  const [, siteImage = '', proxyImage = ''] = readFileSync('deploy/Dockerfile', 'utf8').split(
    /^FROM .* AS (?:site|proxy)$/m,
  )
  for (const image of [siteImage, proxyImage]) expect(image).toMatch(/^USER (?:node|www-data)$/m)
})

it('every image is pinned by its digest, and every action by its commit hash', () => {
  const workflows = readdirSync('.github/workflows').map((name) =>
    readFileSync(`.github/workflows/${name}`, 'utf8'),
  )
  const images = [compose, readFileSync('deploy/Dockerfile', 'utf8'), ...workflows].flatMap((text) =>
    [...text.matchAll(/^(?: {4}image:| {4}container:|FROM) (\S+:\S+)/gm)].map(([, image]) => image),
  )
  expect(images).toHaveLength(5)
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
  const actions = workflows.flatMap((text) => [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action))
  expect(actions).not.toEqual([])
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

it('the site, the proxy and the scheduler have health checks', () => {
  expect(readFileSync('deploy/Dockerfile', 'utf8').match(/^HEALTHCHECK .*CMD/gm)).toHaveLength(2)
  expect(compose).not.toMatch(/disable: true|"NONE"/)
  // The scheduler runs the site's image without the server, so it needs a different health check.
  const scheduler = getServiceLines('scheduler')
  expect(scheduler).toMatch(/^ {4}healthcheck:$/m)
  expect(scheduler).toContain('http://site:3000/api/health')
})

it('Docker builds ignore environment files, certificates and backups', () => {
  const ignoredPaths = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n')
  expect(ignoredPaths).toEqual(expect.arrayContaining(['**/.env*', 'deploy/tls', 'backups']))
})
