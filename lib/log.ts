import { AsyncLocalStorage } from 'node:async_hooks'

/** The part of the site that logs a line. Operators filter by it. */
type Source = 'accounts' | 'api' | 'billing' | 'content' | 'notices' | 'site' | 'social'

type Level = 'info' | 'warn' | 'error'

const requestIds = new AsyncLocalStorage<string>()

/**
 * Runs `work` as part of a request: every line that it logs, even after the response, contains the request's id.
 *
 * @param proxyId - the id that a proxy set; a missing or invalid one is replaced by a new id
 */
export function withRequestId<Result>(proxyId: string | null, work: (id: string) => Result): Result {
  const id = proxyId && /^[\w.-]{8,64}$/.test(proxyId) ? proxyId : crypto.randomUUID()
  return requestIds.run(id, () => work(id))
}

/**
 * Redacts emails, even URL-encoded ones, since vendors repeat them in errors. The limit of 64 characters before the @
 * (RFC 5321) avoids quadratic time.
 */
const redactEmails = (text: string) =>
  text.replace(/[^\s"'<>()=:,;?&]{1,64}(?:@|%40)[^\s"'<>()=:,;?&]+/g, '[email]')

function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactEmails(String(error)) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    name,
    message: redactEmails(message),
    ...(typeof code === 'string' && { code }),
    ...(stack && { stack: redactEmails(stack) }),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

function write(level: Level, source: Source, message: string, error?: unknown): void {
  const line = JSON.stringify({
    // Next would treat a bare `new Date()` as a dynamic dependency of the page:
    // https://nextjs.org/docs/messages/next-prerender-current-time
    time: new Date(performance.timeOrigin + performance.now()).toISOString(),
    level,
    source,
    request: requestIds.getStore(),
    message: redactEmails(message),
    error: error === undefined ? undefined : serializeError(error),
  })
  console[level](line)
}

/**
 * The server's log, with one JSON object per line. It redacts emails in messages and errors, so identify people by the
 * ids of their records.
 */
export const log = {
  info: (source: Source, message: string) => write('info', source, message),
  warn: (source: Source, message: string, error?: unknown) => write('warn', source, message, error),
  error: (source: Source, message: string, error?: unknown) => write('error', source, message, error),
}

/** Ignores failed log writes, for example on a full disk, since Next would try to log each failure, endlessly. */
export function ignoreLogErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
