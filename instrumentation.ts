/**
 * What Next calls once in every new server process, before it answers anybody.
 *
 * https://nextjs.org/docs/app/api-reference/file-conventions/instrumentation
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { surviveLostLog } = await import('./lib/logOutput')
  surviveLostLog()
}
