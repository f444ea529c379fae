/**
 * Liveness probe for a process supervisor. It requests nothing, so that an outage of a vendor does not restart the
 * process.
 */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
