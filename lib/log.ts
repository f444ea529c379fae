import { AsyncLocalStorage } from 'node:async_hooks'

/** The component of a line, by which operators filter. */
type Source = 'accounts' | 'api' | 'billing' | 'content' | 'log' | 'notices' | 'site' | 'social'

type Level = 'info' | 'warn' | 'error'

const requests = new AsyncLocalStorage<string>()

/**
 * Runs `work` as part of a request: every line that it logs, even after the response, carries the request's id.
 *
 * @param given - the id that a proxy set; a new one when it is missing or invalid
 * @param work - receives the id, for the response
 */
export function withRequestId<Result>(given: string | null, work: (id: string) => Result): Result {
  const id = given && /^[\w.-]{8,64}$/.test(given) ? given : crypto.randomUUID()
  return requests.run(id, () => work(id))
}

/**
 * Services repeat emails in their errors, also URL-encoded. The length before the sign is RFC 5321's: without it the
 * time would grow with the square of a text's length.
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

/** Formats a log line, without the line break. */
export function formatLine(level: Level, source: Source, message: string, error?: unknown): string {
  return JSON.stringify({
    // Next would treat a bare `new Date()` as a dynamic dependency of the page:
    // https://nextjs.org/docs/messages/next-prerender-current-time
    time: new Date(performance.timeOrigin + performance.now()).toISOString(),
    level,
    source,
    request: requests.getStore(),
    message: redactEmails(message),
    error: error === undefined ? undefined : serializeError(error),
  })
}

function write(level: Level, source: Source, message: string, error?: unknown): void {
  console[level](formatLine(level, source, message, error))
}

/**
 * The server's log, with one JSON object for each line. It removes email addresses from messages and errors; identify
 * people by the ids of their records.
 */
export const log = {
  info: (source: Source, message: string) => write('info', source, message),
  warn: (source: Source, message: string, error?: unknown) => write('warn', source, message, error),
  error: (source: Source, message: string, error?: unknown) => write('error', source, message, error),
}
