import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { minimalEnvironment } from '@/tests/support/minimalEnvironment'
import { parseEnvironment, parseSiteEnvironment } from './env'

const valid = {
  ...minimalEnvironment(),
  NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:4001',
  SANITY_STREAM_ORIGINS: 'http://localhost:4010 http://localhost:4011',
  NEXT_PUBLIC_EMAILJS_ORIGIN: 'http://localhost:4004',
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_'.padEnd(40, 'p'),
  SUPABASE_SECRET_KEY: 'sb_secret_'.padEnd(40, 's'),
}

/** Creates a Supabase legacy key: a token that contains its role. */
const legacyKey = (role: string) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ iss: 'supabase', role })).toString('base64url')}.signature`

describe('parseEnvironment', () => {
  it('accepts the local cloud’s variables and fills in defaults', () => {
    expect(parseEnvironment(valid)).toEqual({
      ...valid,
      CONTENT_REVALIDATE_SECONDS: 240,
      PAST_DUE_GRACE_DAYS: 14,
    })
  })

  it('accepts the example file’s empty variables', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8'))
    const emptyVariables = Object.fromEntries(Object.entries(example).filter(([, value]) => value === ''))
    const parsed = parseEnvironment({ ...emptyVariables, ...valid })
    expect(parsed).toMatchObject({ CONTENT_REVALIDATE_SECONDS: 240, PAST_DUE_GRACE_DAYS: 14 })
  })

  it('accepts the hosted Content Lake without an API host', () => {
    const hosted = parseEnvironment({ ...valid, NEXT_PUBLIC_SANITY_API_HOST: '', SANITY_STREAM_ORIGINS: '' })
    expect(hosted.NEXT_PUBLIC_SANITY_API_HOST).toBeUndefined()
  })

  it('accepts hosted EmailJS without an origin', () => {
    const hosted = parseEnvironment({ ...valid, NEXT_PUBLIC_EMAILJS_ORIGIN: '' })
    expect(hosted.NEXT_PUBLIC_EMAILJS_ORIGIN).toBeUndefined()
  })

  it('reports and describes a missing variable', () => {
    expect(() => parseEnvironment({ ...valid, SANITY_WEBHOOK_SECRET: undefined })).toThrow(
      'SANITY_WEBHOOK_SECRET is missing: it should be the secret that signs Sanity webhooks',
    )
  })

  it.each([
    ['NEXT_PUBLIC_SITE_URL', 'localhost:3000'],
    ['NEXT_PUBLIC_SITE_URL', 'https://example.com/path'],
    ['NEXT_PUBLIC_SANITY_PROJECT_ID', 'No Spaces'],
    ['NEXT_PUBLIC_SANITY_API_HOST', 'javascript:alert(1)'],
    ['SANITY_STREAM_ORIGINS', 'http://localhost:4010 nonsense'],
    ['SANITY_API_READ_TOKEN', 'short'],
    ['NEXT_PUBLIC_EMAILJS_ORIGIN', 'localhost:4004'],
    ['NEXT_PUBLIC_EMAILJS_PUBLIC_KEY', 'two words'],
    ['NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS', 'maybe'],
    ['NEXT_PUBLIC_SUPABASE_URL', 'http://localhost:4002/auth/v1'],
    ['NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', 'short'],
    ['NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', valid.SUPABASE_SECRET_KEY],
    ['NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', legacyKey('service_role')],
    ['SUPABASE_SECRET_KEY', 'short'],
    ['SUPABASE_SECRET_KEY', valid.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY],
    ['SUPABASE_SECRET_KEY', legacyKey('anon')],
    ['SMTP_HOST', 'smtps://smtp.example.com'],
    ['SMTP_PORT', '0'],
    ['SMTP_FROM_EMAIL', 'hello'],
    ['SMTP_FROM_NAME', 'Two\nlines'],
    ['CLIENT_IP_HEADER', 'x-real-ip: 127.0.0.1'],
    ['CONTENT_REVALIDATE_SECONDS', '3601'],
    ['CONTENT_REVALIDATE_SECONDS', 'soon'],
    ['DATABASE_URL', 'postgres://site:secret@db.example.com/postgres?sslmode=disable'],
    ['DATABASE_URL', 'postgres://site:secret@db.example.com/postgres?sslmode=no-verify'],
    ['DATABASE_URL', 'mysql://site:secret@db.example.com/postgres'],
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_CA', '/etc/ssl/ca.pem'],
  ])('rejects %s=%s and mentions the variable', (name, value) => {
    expect(() => parseEnvironment({ ...valid, [name]: value })).toThrow(`${name} is not valid: it should be`)
  })

  it('accepts certificates with real and with escaped line breaks', () => {
    const ca = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
    for (const value of [ca, `${ca}\n`, ca.replaceAll('\n', '\\n'), ca.replaceAll('\n', '\r\n')])
      expect(parseEnvironment({ ...valid, DATABASE_CA: value }).DATABASE_CA?.replaceAll('\r', '')).toBe(ca)
    expect(parseEnvironment({ ...valid, DATABASE_CA: '' }).DATABASE_CA).toBeUndefined()
  })

  it('accepts Supabase’s legacy keys', () => {
    const legacy = {
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: legacyKey('anon'),
      SUPABASE_SECRET_KEY: legacyKey('service_role'),
    }
    expect(parseEnvironment({ ...valid, ...legacy })).toMatchObject(legacy)
  })

  it('lists every problem at once', () => {
    const parseEmpty = () => parseEnvironment({})
    expect(parseEmpty).toThrow('NEXT_PUBLIC_SITE_URL is missing')
    expect(parseEmpty).toThrow('SANITY_API_READ_TOKEN is missing')
  })
})

describe('parseSiteEnvironment', () => {
  const payments = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_'.padEnd(24, 'w'),
    DATABASE_URL: 'postgres://postgres@127.0.0.1:4005/postgres',
    CRON_SECRET: 'c'.repeat(16),
    EMAIL_HASH_SECRET: 'h'.repeat(32),
  }

  it('accepts a site with payments and one without', () => {
    expect(parseSiteEnvironment({ ...valid, ...payments })).toMatchObject(payments)
    expect(parseSiteEnvironment({ ...valid, STRIPE_SECRET_KEY: '' }).DATABASE_URL).toBeUndefined()
  })

  it.each(Object.keys(payments))('rejects payments without %s', (name) => {
    expect(() => parseSiteEnvironment({ ...valid, ...payments, [name]: '' })).toThrow(
      new RegExp(`^${name} is missing: it should be .+ is set, and needs it.$`),
    )
  })

  it('rejects an incomplete mail account', () => {
    expect(() => parseSiteEnvironment({ ...valid, SMTP_HOST: 'smtp.example.com' })).toThrow(
      /^SMTP_PORT is missing.+\nSMTP_USER is missing.+\nSMTP_PASSWORD is missing/,
    )
  })

  it('reports missing required variables before incomplete sets of optional ones', () => {
    expect(() => parseSiteEnvironment({ ...payments, CRON_SECRET: '' })).toThrow(
      'SANITY_WEBHOOK_SECRET is missing',
    )
  })
})
