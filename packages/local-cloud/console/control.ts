import { Hono } from 'hono'
import { isRecord, readJson } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { ClockControl, WebhookControl } from '../http/controls.ts'
import { HttpError } from '../http/errors.ts'
import { type Fault, type Faults, VENDORS } from '../http/faults.ts'
import { guardControl } from './guard.ts'

const WEBHOOK_VENDORS = ['sanity', 'stripe'] as const
const RESET_VENDORS = ['sanity', 'stripe', 'emailjs'] as const

/** The dependencies of the control API. */
export type ControlDependencies = {
  token: string
  faults: Faults
  /** Further routes below `/_control`. */
  additionalRoutes: Hono<CloudEnvironment>[]
  /** Returns the state of every service, for the console and start scripts. */
  status: () => Record<string, unknown>
  /**
   * Deletes the content of the Content Lake, or the objects of the billing account, or the emails of the inbox. Resets
   * also EmailJS's rate limit. Tokens and webhooks stay.
   */
  reset: (vendor: (typeof RESET_VENDORS)[number]) => Promise<void>
  webhooks: Record<(typeof WEBHOOK_VENDORS)[number], WebhookControl>
  /** The clock of the Stripe account and of scheduled releases. */
  clock: ClockControl
}

type Body = Record<string, unknown>

/** One request can advance the time by at most two years. */
const maxAdvanceSeconds = 2 * 366 * 24 * 3600

async function readBody(request: { text(): Promise<string> }): Promise<Body> {
  const body = (await readJson(request)) ?? {}
  if (isRecord(body)) return body
  throw new HttpError(400, 'Expected a JSON object')
}

/** Validates an optional value that must be one of `choices`. Throws an HttpError (400) for another value. */
function readChoice<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]) {
  const choice = choices.find((candidate) => candidate === value)
  if (value === undefined || choice) return choice
  throw new HttpError(400, `"${name}" must be one of: ${choices.join(', ')}`)
}

/** Reads an optional integer within inclusive bounds. Throws an HttpError (400) for another value. */
function readInteger(body: Body, name: string, min: number, max: number): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new HttpError(400, `"${name}" must be a whole number from ${min} to ${max}`)
}

/** Reads an optional boolean. Throws an HttpError (400) for another value. */
function readFlag(body: Body, name: string): boolean | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'boolean') return value
  throw new HttpError(400, `"${name}" must be true or false`)
}

const countDefined = (values: unknown[]) => values.filter((value) => value !== undefined).length

function readFault(body: Body): Omit<Fault, 'vendor'> {
  const { blank } = body
  const isFieldName = typeof blank === 'string' && /^[a-z_]{1,60}$/.test(blank)
  if (blank !== undefined && !(isFieldName && body.vendor === 'stripe')) {
    throw new HttpError(400, '"blank" must be the name of a field, and requires the vendor "stripe"')
  }
  const status = readInteger(body, 'status', 400, 599)
  const lose = readChoice(body.lose, 'lose', ['request', 'answer'])
  const delayMs = readInteger(body, 'delayMs', 0, 600_000)
  const delayAnswerMs = readInteger(body, 'delayAnswerMs', 0, 600_000)
  if (countDefined([status, delayMs, delayAnswerMs, lose, blank]) === 0) {
    throw new HttpError(400, 'Set "status", "delayMs", "delayAnswerMs", "lose" or "blank"')
  }
  if (countDefined([status, lose, blank]) > 1) {
    throw new HttpError(400, 'Set only one of "status", "lose" and "blank"')
  }
  const count = readInteger(body, 'count', 1, 1_000_000)
  return { status, count, delayMs, delayAnswerMs, lose, blank: isFieldName ? blank : undefined }
}

/** Creates the routes `/_control/*` of the control API, for the console and for tests. */
export function createControlRoutes(dependencies: ControlDependencies): Hono<CloudEnvironment> {
  const { faults, webhooks, clock } = dependencies
  const routes = new Hono<CloudEnvironment>().basePath('/_control')
  routes.use(guardControl(dependencies.token))

  routes.get('/status', (c) => c.json(dependencies.status()))

  routes.get('/faults', (c) => c.json({ faults: faults.list() }))
  routes.post('/faults', async (c) => {
    const body = await readBody(c.req)
    const vendor = readChoice(body.vendor, 'vendor', VENDORS)
    if (!vendor) throw new HttpError(400, 'Set "vendor"')
    if (body.clear === true) faults.clear(vendor)
    else faults.set({ vendor, ...readFault(body) })
    return c.json({ faults: faults.list() })
  })
  routes.delete('/faults', (c) => {
    faults.clear()
    return c.json({ faults: [] })
  })

  routes.post('/reset', async (c) => {
    const { vendor } = await readBody(c.req)
    await dependencies.reset(readChoice(vendor, 'vendor', RESET_VENDORS) ?? 'sanity')
    return c.json({ reset: true })
  })

  routes.get('/webhooks', (c) => {
    const control = webhooks[readChoice(c.req.query('vendor'), 'vendor', WEBHOOK_VENDORS) ?? 'sanity']
    return c.json({
      deliveries: control.recent(),
      disturbance: control.readDisturbance(),
      pending: control.pending?.(),
    })
  })
  routes.post('/webhooks', async (c) => {
    const body = await readBody(c.req)
    const control = webhooks[readChoice(body.vendor, 'vendor', WEBHOOK_VENDORS) ?? 'sanity']
    if (body.replay !== undefined) {
      if (typeof body.replay !== 'string' || !control.replay(body.replay)) {
        throw new HttpError(404, 'There is no delivery with this id')
      }
      return c.json({ replayed: body.replay })
    }
    const { drop, delayMs, duplicate } = control.readDisturbance()
    const change = {
      drop: readInteger(body, 'drop', 0, 1_000_000) ?? drop,
      delayMs: readInteger(body, 'delayMs', 0, 600_000) ?? delayMs,
      duplicate: readFlag(body, 'duplicate') ?? duplicate,
    }
    if (!Object.keys(body).some((name) => name in change)) {
      throw new HttpError(400, 'Set "replay", "drop", "delayMs" or "duplicate"')
    }
    control.changeDisturbance(change)
    return c.json({ disturbance: control.readDisturbance() })
  })

  for (const additional of dependencies.additionalRoutes) routes.route('/', additional)

  routes.get('/clock', (c) => c.json(clock.read()))
  routes.post('/clock', async (c) => {
    const body = await readBody(c.req)
    const to = readInteger(body, 'to', 0, 99_999_999_999)
    const seconds = readInteger(body, 'advanceSeconds', 0, maxAdvanceSeconds) ?? Number(to) - clock.read().now
    if (countDefined([body.to, body.advanceSeconds]) !== 1) {
      throw new HttpError(400, 'Set "advanceSeconds", or "to" (seconds since 1970)')
    }
    if (seconds < 0 || seconds > maxAdvanceSeconds) {
      throw new HttpError(400, 'The time can only advance, by at most two years in one request')
    }
    clock.advance(seconds)
    return c.json(clock.read())
  })
  return routes
}
