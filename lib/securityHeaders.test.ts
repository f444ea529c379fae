import { describe, expect, it } from 'vitest'
import { parseEnvironment } from './env'
import { securityHeaders } from './securityHeaders'

const base = {
  NEXT_PUBLIC_SITE_URL: 'https://example.com',
  NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
  NEXT_PUBLIC_SANITY_DATASET: 'production',
  SANITY_API_READ_TOKEN: 'r'.repeat(24),
  SANITY_API_BROWSER_TOKEN: 'b'.repeat(24),
  SANITY_WEBHOOK_SECRET: 's'.repeat(24),
}
const local = {
  ...base,
  NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:4001',
  SANITY_STREAM_ORIGINS: 'http://localhost:4010 http://localhost:4011',
}

function policies(source: Record<string, string>, development = false): string[] {
  return securityHeaders(parseEnvironment(source), development)
    .flatMap(({ headers }) => headers)
    .filter(({ key }) => key === 'Content-Security-Policy')
    .map(({ value }) => value)
}

describe('securityHeaders', () => {
  it('allows the hosted lake, and nothing local', () => {
    for (const policy of policies(base)) {
      expect(policy).toContain('https://cdn.sanity.io')
      expect(policy).not.toContain('localhost')
    }
  })

  it('allows a lake of one’s own with its streams and socket, and nothing hosted', () => {
    for (const policy of policies(local)) {
      expect(policy).toContain(
        "connect-src 'self' http://localhost:4001 ws://localhost:4001 http://localhost:4010 http://localhost:4011",
      )
      expect(policy).not.toContain('sanity.io')
    }
  })

  it('lets nobody else frame the site, and runs no eval in production', () => {
    for (const policy of policies(local)) {
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).not.toContain('unsafe-eval')
    }
    expect(policies(local, true)[0]).toContain('unsafe-eval')
  })
})
