import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { environment } from '@/lib/env'

/**
 * Returns the IP that a request came from, without a port: the last entry of the header that the nearest proxy wrote
 * (`CLIENT_IP_HEADER`, by default `X-Forwarded-For`, or else `X-Real-IP`). The client can forge any other entry.
 */
export function getClientIp({ headers }: Request): string | undefined {
  const { CLIENT_IP_HEADER: trustedHeader } = environment()
  const lastEntry = headers
    .get(trustedHeader ?? 'x-forwarded-for')
    ?.split(',')
    .at(-1)
    ?.trim()
  const entry = lastEntry || (trustedHeader ? '' : headers.get('x-real-ip')) || ''
  const [, bracketed] = /^\[(.+)\](?::\d+)?$/.exec(entry) ?? []
  return (bracketed ?? entry.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')) || undefined
}

/** Returns a fingerprint of the network that a request came from; all requests without an IP share one. */
export function clientNetworkKey(request: Request): string {
  return createFingerprint(getNetwork(getClientIp(request) ?? 'unknown'))
}

/**
 * Returns a fingerprint of the /48 network of an IPv6 request: a provider assigns up to a /48 to a customer (RFC 6177),
 * which contains 65,536 of the networks that {@link clientNetworkKey} distinguishes. Undefined for any other IP.
 */
export function ipv6SiteKey(request: Request): string | undefined {
  const network = getNetwork(getClientIp(request) ?? 'unknown')
  return isIPv6(network.replace('/64', ''))
    ? createFingerprint(`${network.split(':', 3).join(':')}::/48`)
    : undefined
}

function createFingerprint(network: string): string {
  return createHash('sha256').update(network).digest('hex').slice(0, 32)
}

/**
 * Returns the network that identifies a client: an IPv4 address itself, or the /64 network of an IPv6 address.
 * An IPv6 household has at least a /64 (RFC 6177), within which its devices change their IPs.
 */
function getNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = parseIpv6Groups(ip)
  const isIpv4Mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isIpv4Mapped ? groups.slice(6).flatMap(getBytes).join('.') : `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, in lowercase and without leading zeros. */
function parseIpv6Groups(ip: string): string[] {
  const [withoutZone = ''] = ip.split('%', 1)
  // `URL` returns the canonical form of an IPv6 address (RFC 5952).
  const [before = '', after = ''] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const [leading, trailing] = [splitGroups(before), splitGroups(after)]
  return [...leading, ...Array<string>(8 - leading.length - trailing.length).fill('0'), ...trailing]
}

const splitGroups = (groups: string) => (groups ? groups.split(':') : [])

const getBytes = (group: string): number[] => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
