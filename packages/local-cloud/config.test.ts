import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadCloudEnv } from './cloudEnv.ts'
import { isLoopback, readConfig } from './config.ts'
import { refuseLiveCredentials } from './liveCredentials.ts'

describe('readConfig', () => {
  test('has defaults for the port base, site origin and data folder', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ portBase: 4000, siteOrigin: 'http://localhost:3000' })
    expect(config.dataDir).toMatch(/\.local$/)
  })

  test.each([
    [{ LOCAL_PORT_BASE: 'many' }, /LOCAL_PORT_BASE is "many".*whole number/],
    [{ LOCAL_PORT_BASE: '80' }, /LOCAL_PORT_BASE/],
    [{ LOCAL_PORT_BASE: '65530' }, /LOCAL_PORT_BASE/],
    [{ LOCAL_SITE_ORIGIN: 'localhost' }, /LOCAL_SITE_ORIGIN is "localhost".*for example/],
    [{ LOCAL_SITE_ORIGIN: 'http://localhost:3000/path' }, /LOCAL_SITE_ORIGIN/],
  ])('rejects %j with an error that mentions the variable', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  test('merges the JSON of LOCAL_OPTIONS into the defaults, and rejects invalid JSON', () => {
    const people = { administrator: 'Ada', editor: 'Eve', contributor: 'Cy', viewer: 'Vic' }
    expect(readConfig({ LOCAL_OPTIONS: JSON.stringify({ people }) })).toMatchObject({
      people,
      mailTemplate: { id: 'template_local' },
    })
    expect(() => readConfig({ LOCAL_OPTIONS: 'people' })).toThrow(/LOCAL_OPTIONS should be JSON/)
  })
})

describe('refuseLiveCredentials', () => {
  test.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_abc' }, 'STRIPE_SECRET_KEY'],
    [{ ANYTHING: 'x rk_live_abc' }, 'ANYTHING'],
    [{ NEXT_PUBLIC_SANITY_API_HOST: 'https://api.sanity.io' }, 'NEXT_PUBLIC_SANITY_API_HOST'],
    [{ NEXT_PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' }, 'NEXT_PUBLIC_SUPABASE_URL'],
    [{ SUPABASE_DB_URL: 'postgres://u:p@db.abc.supabase.co:5432/postgres' }, 'SUPABASE_DB_URL'],
    [{ STRIPE_API_HOST: 'api.stripe.com' }, 'STRIPE_API_HOST'],
  ])('rejects %j and mentions the variable', (env, name) => {
    expect(() => refuseLiveCredentials(env)).toThrow(name)
  })

  test('does not reveal the credential in the error', () => {
    expect(() => refuseLiveCredentials({ KEY: 'sk_live_secret' })).not.toThrow('secret')
    for (const value of ['postgres://user:secret@/db', 'postgres://user:secret@db.example.com/db'])
      expect(() => refuseLiveCredentials({ DATABASE_URL: value })).toThrow(/^(?!.*secret).*DATABASE_URL/)
  })

  test('accepts test-mode credentials and hosts on this machine', () => {
    const env = {
      STRIPE_SECRET_KEY: 'sk_test_abc',
      NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:4001',
      SUPABASE_DB_URL: 'postgres://u:p@127.0.0.1:4005/postgres',
      NEXT_PUBLIC_SANITY_STUDIO_URL: '/studio-admin',
      EMAILJS_HOST: '[::1]:4004',
    }
    expect(() => refuseLiveCredentials(env)).not.toThrow()
  })
})

test.each(['localhost.evil.example', '127.0.0.1.evil.example', 'evil.example', '10.0.0.1'])(
  'isLoopback returns false for %s',
  (host) => expect(isLoopback(host)).toBe(false),
)

test('loadCloudEnv keeps cloud.env private, reuses its tokens and updates its URLs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloud-env-'))
  try {
    const config = readConfig({ LOCAL_DATA_DIR: dataDir })
    const original = loadCloudEnv(config)
    const file = join(dataDir, 'cloud.env')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('NEXT_PUBLIC_SANITY_API_HOST=http://localhost:4001\n')
    expect(loadCloudEnv(config)).toEqual(original)
    appendFileSync(file, 'OTHER=1\n')
    loadCloudEnv(config)
    expect(readFileSync(file, 'utf8')).toContain('OTHER=1\n')
    const withNewPorts = loadCloudEnv({ ...config, portBase: 4100 })
    expect(withNewPorts.SANITY_API_WRITE_TOKEN).toBe(original.SANITY_API_WRITE_TOKEN)
    expect(withNewPorts.LOCAL_CONTROL_TOKEN).toBe(original.LOCAL_CONTROL_TOKEN)
    expect(withNewPorts.NEXT_PUBLIC_SANITY_API_HOST).toBe('http://localhost:4101')
    expect(withNewPorts.SANITY_STREAM_ORIGINS.split(' ')).toHaveLength(12)
    expect(withNewPorts.SMTP_PORT).toBe('4106')
    const tokens = [original.SANITY_API_READ_TOKEN, original.SANITY_API_WRITE_TOKEN]
    expect(new Set(tokens).size).toBe(2)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
