export const maxDuration = 30

/**
 * Whether the process responds, for a supervisor that restarts it. Makes no requests, so that a vendor's failure
 * restarts nothing.
 */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
