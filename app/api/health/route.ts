/**
 * Liveness probe for a process supervisor. It calls no vendor, so that a vendor's outage does not restart the
 * process.
 */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
