export const maxDuration = 30

/** Whether the process answers, for what restarts it otherwise. It asks nobody, so that a vendor's failure restarts nothing. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
