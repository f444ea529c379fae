import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSecretNames } from './support/secretNames.ts'

const compose = readFileSync('deploy/compose.yaml', 'utf8')

/** Returns the lines of a service of deploy/compose.yaml. */
function getServiceLines(name: string): string {
  const [, lines] = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)*)`, 'm').exec(compose) ?? []
  if (!lines) throw new Error(`deploy/compose.yaml has no service ${name}.`)
  return lines
}

/** Lists the variables that a service overrides with an empty value. */
const listEmptiedVariables = (service: string) =>
  [...getServiceLines(service).matchAll(/^ {6}(\w+): ""$/gm)].map(([, name]) => name)

it('the site gets no secret of an administrator, the scheduler only its own, and others no environment file', () => {
  const administratorSecrets = ['SANITY_API_WRITE_TOKEN', 'SUPABASE_ACCESS_TOKEN', 'DATABASE_OWNER_URL']
  expect(readSecretNames()).toEqual(expect.arrayContaining(administratorSecrets))
  expect(listEmptiedVariables('site')).toEqual(administratorSecrets)
  expect(listEmptiedVariables('scheduler').toSorted()).toEqual(
    // ADDRESS_HASH_SECRET is the former name of EMAIL_HASH_SECRET, accepted until 1.0.
    [...readSecretNames().filter((name) => name !== 'CRON_SECRET'), 'ADDRESS_HASH_SECRET'].toSorted(),
  )
  for (const service of ['proxy', 'database', 'redis']) {
    expect(getServiceLines(service), service).not.toMatch(/\*environment|env_file/)
  }
})

it('the images of the site and the proxy have a health check, and the scheduler has its own', () => {
  expect(readFileSync('deploy/Dockerfile', 'utf8').match(/^HEALTHCHECK .*CMD/gm)).toHaveLength(2)
  expect(compose).not.toMatch(/disable: true|"NONE"/)
  // The scheduler uses the site's image without its server, so it needs a different health check.
  const scheduler = getServiceLines('scheduler')
  expect(scheduler).toMatch(/^ {4}healthcheck:$/m)
  expect(scheduler).toContain('http://site:3000/api/health')
})

it('compose and the nightly workflow build from deploy/Dockerfile', () => {
  for (const service of ['site', 'proxy']) {
    expect(getServiceLines(service)).toMatch(/^ {6}context: \.\.\n {6}dockerfile: deploy\/Dockerfile$/m)
  }
  const buildCommands = readFileSync('.github/workflows/nightly.yml', 'utf8').match(/docker build .*/g)
  expect(buildCommands).toEqual([expect.stringContaining('--file deploy/Dockerfile ')])
})

it('Docker builds ignore environment files, certificates and backups', () => {
  const ignoredPaths = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n')
  expect(ignoredPaths).toEqual(expect.arrayContaining(['**/.env*', 'deploy/tls', 'backups']))
})
