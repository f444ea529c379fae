import { Hono } from 'hono'
import { isRecord, limitBody, readJson } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import { type Fault, type Faults, VENDORS, type Vendor } from './faults.ts'
import { guardControl } from './guard.ts'

/** What the control API can see and do beyond faults. */
export type ControlParts = {
  token: string
  faults: Faults
  /** Further routes below `/_control`. */
  more?: Hono<CloudEnvironment>
  /** What runs where, for people and for start scripts. */
  status: () => Record<string, unknown>
  /** Empties the content, keeping tokens and webhooks. */
  reset: () => Promise<void>
  webhooks: {
    recent: () => unknown[]
    /** Sends a delivery again. Returns false when there is none with this id. */
    replay: (id: string) => boolean
    /** Changes how the next deliveries go wrong. */
    disturb: (disturbance: { drop?: number; delayMs?: number; duplicate?: boolean }) => void
    disturbance: () => Record<string, unknown>
  }
}

function vendorOf(value: unknown): Vendor {
  const vendor = VENDORS.find((name) => name === value)
  if (vendor) return vendor
  throw new HttpError(400, `"vendor" must be one of: ${VENDORS.join(', ')}`)
}

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
  const { lose } = body
  if (lose !== undefined && lose !== 'request' && lose !== 'answer') {
    throw new HttpError(400, '"lose" must be "request" or "answer"')
  }
  if (status === undefined && delayMs === undefined && lose === undefined) {
    throw new HttpError(400, 'Set "status", "delayMs" or "lose"')
  }
  if (status !== undefined && lose !== undefined) {
    throw new HttpError(400, 'Set "status" or "lose": a lost answer has no status')
  }
  if (status !== undefined) fault.status = status
  if (count !== undefined) fault.count = count
  if (delayMs !== undefined) fault.delayMs = delayMs
  if (lose !== undefined) fault.lose = lose
  return fault
}

/** The control API, `/_control/*`: switches for people at the console and for tests. */
export function controlRoutes(parts: ControlParts): Hono<CloudEnvironment> {
  const { faults, webhooks } = parts
  const routes = new Hono<CloudEnvironment>().basePath('/_control')
  routes.use(guardControl(parts.token))
  routes.use(limitBody(64 * 1024))

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
    await parts.reset()
    return c.json({ reset: true })
  })

  routes.get('/webhooks', (c) =>
    c.json({ deliveries: webhooks.recent(), disturbance: webhooks.disturbance() }),
  )
  routes.post('/webhooks', async (c) => {
    const body = await readBody(c.req)
    if (body.replay !== undefined) {
      if (typeof body.replay !== 'string' || !webhooks.replay(body.replay)) {
        throw new HttpError(404, 'There is no delivery with this id')
      }
      return c.json({ replayed: body.replay })
    }
    const drop = optionalInteger(body, 'drop', 0, 1_000_000)
    const delayMs = optionalInteger(body, 'delayMs', 0, 600_000)
    if (body.duplicate !== undefined && typeof body.duplicate !== 'boolean') {
      throw new HttpError(400, '"duplicate" must be true or false')
    }
    if (drop === undefined && delayMs === undefined && body.duplicate === undefined) {
      throw new HttpError(400, 'Set "replay", "drop", "delayMs" or "duplicate"')
    }
    webhooks.disturb({
      ...(drop === undefined ? {} : { drop }),
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(body.duplicate === undefined ? {} : { duplicate: body.duplicate }),
    })
    return c.json({ disturbance: webhooks.disturbance() })
  })

  if (parts.more) routes.route('/', parts.more)

  routes.all('/clock', () =>
    errorResponse(501, 'The local cloud does not support /_control/clock until billing is part of it'),
  )
  return routes
}
