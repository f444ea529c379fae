import { Hono } from 'hono'
import { isRecord, readJson } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { ClockControl, Disturbance, WebhookControl } from '../http/controls.ts'
import { HttpError } from '../http/errors.ts'
import { type Fault, type Faults, VENDORS, type Vendor } from '../http/faults.ts'
import { guardControl } from './guard.ts'

const WEBHOOK_VENDORS = ['sanity', 'stripe'] as const
type WebhookVendor = (typeof WEBHOOK_VENDORS)[number]

const RESET_VENDORS = [...WEBHOOK_VENDORS, 'emailjs'] as const
type ResetVendor = (typeof RESET_VENDORS)[number]

/** What the control API can see and do beyond faults. */
export type ControlParts = {
  token: string
  faults: Faults
  /** Further routes below `/_control`. */
  more?: Hono<CloudEnvironment>[]
  /** What runs where, for people and for start scripts. */
  status: () => Record<string, unknown>
  /** Empties the content, the billing account, or the inbox and its limit, keeping tokens and webhooks. */
  reset: (vendor: ResetVendor) => Promise<void>
  /** Deliveries by vendor; the first is meant where none is named. */
  webhooks: Record<WebhookVendor, WebhookControl>
  /** The time of the Stripe account, and of releases that are scheduled in the content lake. */
  clock: ClockControl
}

function vendorOf(value: unknown): Vendor {
  const vendor = VENDORS.find((name) => name === value)
  if (vendor) return vendor
  throw new HttpError(400, `"vendor" must be one of: ${VENDORS.join(', ')}`)
}

/** One of these vendors, the first where none is named. */
function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name {
  const vendor = value === undefined ? names[0] : names.find((name) => name === value)
  if (vendor) return vendor
  throw new HttpError(400, `"vendor" must be one of: ${names.join(', ')}`)
}

const webhookVendorOf = (value: unknown): WebhookVendor => oneOf(WEBHOOK_VENDORS, value)

function optionalInteger(body: Record<string, unknown>, name: string, low: number, high: number) {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new HttpError(400, `"${name}" must be a whole number from ${low} to ${high}`)
  }
  return value
}

async function readBody(request: { text(): Promise<string> }): Promise<Record<string, unknown>> {
  const body = await readJson(request)
  if (!isRecord(body)) throw new HttpError(400, 'Expected a JSON object')
  return body
}

function faultFrom(body: Record<string, unknown>): Fault {
  const fault: Fault = { vendor: vendorOf(body.vendor) }
  const status = optionalInteger(body, 'status', 400, 599)
  const count = optionalInteger(body, 'count', 1, 1_000_000)
  const delayMs = optionalInteger(body, 'delayMs', 0, 600_000)
  const delayAnswerMs = optionalInteger(body, 'delayAnswerMs', 0, 600_000)
  const { lose } = body
  if (lose !== undefined && lose !== 'request' && lose !== 'answer') {
    throw new HttpError(400, '"lose" must be "request" or "answer"')
  }
  const blank = blankFrom(body, fault.vendor)
  if ([status, delayMs, delayAnswerMs, lose, blank].every((part) => part === undefined)) {
    throw new HttpError(400, 'Set "status", "delayMs", "delayAnswerMs", "lose" or "blank"')
  }
  if ([status, lose, blank].filter((part) => part !== undefined).length > 1) {
    throw new HttpError(400, 'Set one of "status", "lose" and "blank": they exclude each other')
  }
  if (blank !== undefined) fault.blank = blank
  if (status !== undefined) fault.status = status
  if (count !== undefined) fault.count = count
  if (delayMs !== undefined) fault.delayMs = delayMs
  if (delayAnswerMs !== undefined) fault.delayAnswerMs = delayAnswerMs
  if (lose !== undefined) fault.lose = lose
  return fault
}

function blankFrom({ blank }: Record<string, unknown>, vendor: Vendor): string | undefined {
  if (blank === undefined || blank === null) return undefined
  if (vendor === 'stripe' && typeof blank === 'string' && /^[a-z_]{1,60}$/.test(blank)) return blank
  throw new HttpError(400, '"blank" is the name of a field, for the vendor "stripe"')
}

/** The control API, `/_control/*`: switches for people at the console and for tests. */
export function controlRoutes(parts: ControlParts): Hono<CloudEnvironment> {
  const { faults, webhooks } = parts
  const routes = new Hono<CloudEnvironment>().basePath('/_control')
  routes.use(guardControl(parts.token))

  routes.get('/status', (c) => c.json(parts.status()))

  routes.get('/faults', (c) => c.json({ faults: faults.list() }))
  routes.post('/faults', async (c) => {
    const body = await readBody(c.req)
    if (body.clear === true) faults.clear(vendorOf(body.vendor))
    else faults.set(faultFrom(body))
    return c.json({ faults: faults.list() })
  })
  routes.delete('/faults', (c) => {
    faults.clear()
    return c.json({ faults: [] })
  })

  routes.post('/reset', async (c) => {
    const text = await c.req.text()
    const body = text === '' ? {} : await readBody({ text: async () => text })
    await parts.reset(oneOf(RESET_VENDORS, body.vendor))
    return c.json({ reset: true })
  })

  routes.get('/webhooks', (c) => {
    const control = webhooks[webhookVendorOf(c.req.query('vendor'))]
    return c.json({
      deliveries: control.recent(),
      disturbance: control.disturbance(),
      ...(control.pending ? { pending: control.pending() } : {}),
    })
  })
  routes.post('/webhooks', async (c) => {
    const body = await readBody(c.req)
    const vendor = webhookVendorOf(body.vendor)
    const control = webhooks[vendor]
    if (body.replay !== undefined) {
      if (typeof body.replay !== 'string' || !control.replay(body.replay)) {
        throw new HttpError(404, 'There is no delivery with this id')
      }
      return c.json({ replayed: body.replay })
    }
    const drop = optionalInteger(body, 'drop', 0, 1_000_000)
    const delayMs = optionalInteger(body, 'delayMs', 0, 600_000)
    const duplicate = optionalFlag(body, 'duplicate')
    const reorder = optionalFlag(body, 'reorder')
    if (reorder !== undefined && vendor !== 'stripe') {
      throw new HttpError(400, '"reorder" is for the vendor "stripe": the content lake keeps the order')
    }
    const change: Disturbance = {
      ...(drop === undefined ? {} : { drop }),
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(duplicate === undefined ? {} : { duplicate }),
      ...(reorder === undefined ? {} : { reorder }),
    }
    if (Object.keys(change).length === 0) {
      throw new HttpError(400, 'Set "replay", "drop", "delayMs", "duplicate" or "reorder"')
    }
    control.disturb(change)
    return c.json({ disturbance: control.disturbance() })
  })

  for (const more of parts.more ?? []) routes.route('/', more)

  routes.get('/clock', (c) => c.json(parts.clock.read()))
  routes.post('/clock', async (c) => {
    const body = await readBody(c.req)
    const seconds = optionalInteger(body, 'advanceSeconds', 0, FURTHEST)
    const to = optionalInteger(body, 'to', 0, 99_999_999_999)
    if ((seconds === undefined) === (to === undefined)) {
      throw new HttpError(400, 'Set "advanceSeconds", or "to" (seconds since 1970)')
    }
    const ahead = seconds ?? (to ?? 0) - parts.clock.read().now
    if (ahead < 0 || ahead > FURTHEST) {
      throw new HttpError(400, 'Time only goes forward, by two years at most at once')
    }
    parts.clock.advance(ahead)
    return c.json(parts.clock.read())
  })
  return routes
}

/** How far the time may be advanced at once. Seconds, two years. */
const FURTHEST = 2 * 366 * 24 * 3600

function optionalFlag(body: Record<string, unknown>, name: string): boolean | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'boolean') return value
  throw new HttpError(400, `"${name}" must be true or false`)
}
