import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { inRoot } from '../lib/paths.ts'
import {
  getNeutralEnvironment,
  getSiteVariables,
  readCloudEnvironment,
  refuseRealCredentials,
} from './environment.ts'

const cloudFile = `NEXT_PUBLIC_SANITY_PROJECT_ID=local
NEXT_PUBLIC_SANITY_DATASET=production
NEXT_PUBLIC_SANITY_API_HOST=http://localhost:4101
SANITY_STREAM_ORIGINS="http://localhost:4110 http://localhost:4111"
SANITY_API_READ_TOKEN=read
SANITY_API_WRITE_TOKEN=write
SANITY_WEBHOOK_SECRET=hush
DATABASE_URL=postgres://postgres@127.0.0.1:4105/postgres
STRIPE_SECRET_KEY=sk_test_local
STRIPE_API_ORIGIN=http://localhost:4103
LOCAL_CONTROL_TOKEN=control
`

function createFolder(files: Record<string, string>): string {
  const folder = createTemporaryFolder('environment')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('the environment of the site', () => {
  it('contains the local cloud’s variables, without the tokens for scripts', () => {
    const cloud = readCloudEnvironment(createFolder({ 'cloud.env': cloudFile }))
    const site = getSiteVariables(cloud, { sitePort: 3100, distDir: '.next-test', extra: { EXTRA: 'yes' } })
    expect(site).toMatchObject({
      NEXT_PUBLIC_SITE_URL: 'http://localhost:3100',
      NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:4101',
      SANITY_STREAM_ORIGINS: 'http://localhost:4110 http://localhost:4111',
      NEXT_DIST_DIR: '.next-test',
      EXTRA: 'yes',
    })
    expect(site).not.toHaveProperty('SANITY_API_WRITE_TOKEN')
    expect(site).not.toHaveProperty('LOCAL_CONTROL_TOKEN')
  })

  it('inherits none of the variables in .env.example from the shell', () => {
    const shell = parseEnv(readFileSync(inRoot('.env.example'), 'utf8'))
    const inherited = getNeutralEnvironment(shell)
    expect(Object.keys(shell).filter((name) => name in inherited)).toEqual([])
  })

  it('omits the shell’s application and tool variables', () => {
    const env = getNeutralEnvironment({
      PATH: '/bin',
      SANITY_API_READ_TOKEN: 'x',
      NODE_ENV: 'test',
      VITEST: 'true',
    })
    expect(env.PATH).toBe('/bin')
    expect(env.SANITY_API_READ_TOKEN).toBeUndefined()
    expect(env.NODE_ENV).toBeUndefined()
    expect(env.VITEST).toBeUndefined()
  })

  it('is rejected when cloud.env is incomplete, and the error mentions that file', () => {
    expect(() => readCloudEnvironment(createFolder({ 'cloud.env': 'LOCAL_CONTROL_TOKEN=a' }))).toThrow(
      /cloud\.env/,
    )
  })
})

describe('credentials', () => {
  it.each([
    ['.env.local', 'NEXT_PUBLIC_SANITY_PROJECT_ID=abc12345', 'NEXT_PUBLIC_SANITY_PROJECT_ID'],
    ['.env', 'STRIPE_SECRET_KEY=sk_live_1', 'STRIPE_SECRET_KEY'],
    ['.env.production.local', 'NEXT_PUBLIC_SUPABASE_URL=https://abc.supabase.co', 'NEXT_PUBLIC_SUPABASE_URL'],
    ['.env.local', 'STRIPE_API_HOST=api.stripe.com', 'STRIPE_API_HOST'],
  ])('of real accounts in %s are refused: %s', (file, text, name) => {
    const folder = createFolder({ [file]: text })
    expect(() => refuseRealCredentials(folder, {})).toThrow(
      new RegExp(`only runs against the local cloud, but ${name} in ${file.replaceAll('.', '\\.')} `),
    )
  })

  it('of real accounts in the shell are refused, with a message that does not contain them', () => {
    const env = { STRIPE_SECRET_KEY: 'rk_live_secret' }
    expect(() => refuseRealCredentials(createFolder({}), env)).toThrow(/STRIPE_SECRET_KEY in the shell/)
    expect(() => refuseRealCredentials(createFolder({}), env)).not.toThrow(/rk_live_secret/)
  })

  it('of the local cloud are accepted', () => {
    const folder = createFolder({ '.env.local': cloudFile })
    expect(() => refuseRealCredentials(folder, { STRIPE_SECRET_KEY: 'sk_test_1' })).not.toThrow()
  })
})
