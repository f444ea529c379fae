/**
 * True when a Host header names this machine and exactly this port. Any other name means that a website rebound
 * its own name to loopback to read what is served here.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  if (!host) return false
  const name = host.toLowerCase()
  const suffix = `:${port}`
  if (!name.endsWith(suffix)) return false
  return ['localhost', '127.0.0.1', '[::1]'].includes(name.slice(0, -suffix.length))
}
