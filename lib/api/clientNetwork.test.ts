import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { clientNetworkKey, getClientIp, ipv6SiteKey } from './clientNetwork'

let trusted: string | undefined
vi.mock('@/lib/env', () => ({ environment: () => ({ CLIENT_IP_HEADER: trusted }) }))
beforeEach(() => {
  trusted = undefined
})

const sender = (headers: Record<string, string>) =>
  clientNetworkKey(new Request('http://localhost/api/create-checkout', { headers }))
const from = (clientIp: string) => sender({ 'x-forwarded-for': clientIp })

test('the nearest proxy’s header identifies a client, despite its own headers', () => {
  const known = sender({ 'x-forwarded-for': '203.0.113.7' })
  expect(sender({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe(known)
  expect(sender({ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '198.51.100.1' })).toBe(known)
  expect(sender({ 'x-real-ip': '203.0.113.7' })).toBe(known)
  expect(sender({ 'x-forwarded-for': '203.0.113.8' })).not.toBe(known)
  expect(sender({})).not.toBe(known)
  expect(known).not.toContain('203')
})

test('only a configured header counts', () => {
  const known = from('203.0.113.7')
  trusted = 'cf-connecting-ip'
  expect(sender({ 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' })).toBe(known)
  expect(sender({ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' })).toBe(sender({}))
})

describe('an IPv6 address', () => {
  const known = () => from('2001:db8:1:2::1')

  it.each(['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9', '[2001:db8:1:2::5]:443'])(
    'of the same household is the same client: %s',
    (clientIp) => expect(from(clientIp)).toBe(known()),
  )

  it.each(['2001:db8:1:3::1', '2001:db8::1:2:0:0:1', '::1', '2001:db8:1:2'])(
    'of another household is another client: %s',
    (clientIp) => expect(from(clientIp)).not.toBe(known()),
  )

  it('maps to the IPv4 address that it embeds', () => {
    for (const clientIp of ['::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7:51234'])
      expect(from(clientIp)).toBe(from('203.0.113.7'))
    expect(from('::ffff:203.0.113.8')).not.toBe(from('203.0.113.7'))
  })

  it('may be local and have a zone', () => {
    expect(from('fe80::1%eth0')).toBe(from('fe80::2'))
  })
})

describe('an IPv6 network of 48 bits', () => {
  const site = (clientIp: string) =>
    ipv6SiteKey(new Request('http://localhost/', { headers: { 'x-forwarded-for': clientIp } }))

  it('is the same for its networks of 64 bits, and another for others', () => {
    const known = site('2001:db8:1:2::1')
    expect(known).toMatch(/^[0-9a-f]{32}$/)
    expect(site('2001:db8:1:ffff::1')).toBe(known)
    expect(site('2001:db8:2:2::1')).not.toBe(known)
    expect(site('::1')).not.toBe(site('2001::1'))
  })

  it.each(['203.0.113.7', '::ffff:203.0.113.7', 'unknown'])('differs from %s', (clientIp) => {
    expect(site(clientIp)).toBeUndefined()
  })
})

it.each([
  [{ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, '203.0.113.7'],
  [{ 'x-forwarded-for': '203.0.113.7:51234' }, '203.0.113.7'],
  [{ 'x-forwarded-for': '[2001:db8::5]:443' }, '2001:db8::5'],
  [{}, undefined],
])('%o is sent by the client %s', (headers, ip) => {
  expect(getClientIp(new Request('http://localhost/api/any', { headers: { ...headers } }))).toBe(ip)
})
