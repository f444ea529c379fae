import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSecretNames } from './support/secretNames.ts'

const compose = readFileSync('deploy/compose.yaml', 'utf8')

/** The lines of a service of deploy/compose.yaml. */
function serviceLines(name: string): string {
  const [, lines] = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)*)`, 'm').exec(compose) ?? []
  if (!lines) throw new Error(`deploy/compose.yaml has no service ${name}.`)
  return lines
}

/** Variables that a service gets empty, whatever the file with the environment says. */
const withheld = (service: string) =>
  [...serviceLines(service).matchAll(/^ {6}(\w+): ""$/gm)].map(([, name]) => name)

it('the site gets no secret of an administrator, and the scheduler only its own', () => {
  const ofAdministrators = ['SANITY_API_WRITE_TOKEN', 'SUPABASE_ACCESS_TOKEN', 'DATABASE_OWNER_URL']
  expect(readSecretNames()).toEqual(expect.arrayContaining(ofAdministrators))
  expect(withheld('site')).toEqual(ofAdministrators)
  expect(withheld('scheduler').toSorted()).toEqual(
    // The former name is accepted until 1.0.
    [...readSecretNames().filter((name) => name !== 'CRON_SECRET'), 'ADDRESS_HASH_SECRET'].toSorted(),
  )
  for (const other of ['proxy', 'database', 'redis']) {
    expect(serviceLines(other), other).not.toMatch(/\*environment|env_file/)
  }
})

it('both images have a health check, and Compose can wait for every service with them', () => {
  expect(readFileSync('deploy/Dockerfile', 'utf8').match(/^HEALTHCHECK .*CMD/gm)).toHaveLength(2)
  expect(compose).not.toMatch(/disable: true|"NONE"/)
  // The scheduler uses the site's image without its server, so it needs a different health check.
  const scheduler = serviceLines('scheduler')
  expect(scheduler).toMatch(/^ {4}healthcheck:$/m)
  expect(scheduler).toContain('http://site:3000/api/health')
})

it('compose and the nightly workflow build from deploy/Dockerfile, whose ignore file is named after it', () => {
  for (const service of ['site', 'proxy']) {
    expect(serviceLines(service)).toMatch(/^ {6}context: \.\.\n {6}dockerfile: deploy\/Dockerfile$/m)
  }
  const builds = readFileSync('.github/workflows/nightly.yml', 'utf8').match(/docker build .*/g)
  expect(builds).toEqual([expect.stringContaining('--file deploy/Dockerfile ')])
})

it('no file with secrets gets into a build', () => {
  const ignored = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['**/.env*', 'deploy/tls', 'backups']))
})
