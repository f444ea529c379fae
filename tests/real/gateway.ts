import { SignJWT } from 'jose'
import { Faults, forwardRequest, serveGateway } from 'local-cloud/testing/faultProxies'
import { z } from 'zod'
import { type Configure, mails } from './authServer.ts'
import { faults, keys, ports, stack } from './endpoints.ts'
import { listMails } from './mailbox.ts'

/** Paths that are requested without an API key: links in emails, OAuth, and keys for verifying tokens. */
const openPaths = /^\/auth\/v1\/(verify|callback|authorize|\.well-known)/

const createToken = (role: string) =>
  new SignJWT({ role }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(keys.jwtSecret))

/** The tokens that replace API keys, keyed by API key, as on a hosted project's gateway. */
const tokensByKey = new Map([
  [keys.publishable, await createToken('anon')],
  [keys.secret, await createToken('service_role')],
])

/** The requests that the auth server has not responded to yet, and the restart that later requests wait for. */
const pendingRequests = new Set<Promise<Response>>()
let restart: Promise<void> = Promise.resolve()

/** Applies settings while no request is pending, so that an open page gets no error. */
function configureBetweenRequests(configure: Configure, settings: Record<string, unknown>): Promise<void> {
  restart = Promise.allSettled(pendingRequests).then(() => configure(settings))
  return restart
}

/** Starts the gateway, which checks API keys, in front of the auth server. */
export function startGateway(): Promise<void> {
  return serveGateway(ports.gateway, faults, async (request) => {
    const { pathname, search } = new URL(request.url)
    const key = request.headers.get('apikey') ?? ''
    const isOpen = openPaths.test(pathname)
    if (!isOpen && !tokensByKey.has(key))
      return Response.json({ message: 'Invalid API key' }, { status: 401 })
    const bearer = request.headers.get('authorization') ?? `Bearer ${key}`
    const authorization = bearer === `Bearer ${key}` ? `Bearer ${tokensByKey.get(key) ?? ''}` : bearer
    const path = pathname.replace(/^\/auth\/v1/, '')
    await restart
    const response = forwardRequest(request, `http://127.0.0.1:${ports.auth}${path}${search}`, {
      authorization,
    })
    pendingRequests.add(response)
    return response.finally(() => pendingRequests.delete(response))
  })
}

const vendorSchema = z.enum(['sanity', 'supabase', 'stripe', 'emailjs', 'smtp', 'postgres'])
const faultSchema = z.looseObject({ vendor: vendorSchema, clear: z.boolean().optional() })
const settingsSchema = z.record(z.string(), z.unknown())
const mailsSchema = z.object({ mails: z.array(z.unknown()) })

/**
 * Starts the tests' control API. It forwards each call to the local cloud, then applies account settings and faults to
 * the real servers, and adds the auth server's emails to lists of emails. It also serves the auth server's templates.
 */
export function startControl(configure: Configure): Promise<void> {
  return serveGateway(ports.control, new Faults(), async (request) => {
    const { pathname, search, searchParams } = new URL(request.url)
    const template = /^\/templates\/(\w+)$/.exec(pathname)?.[1]
    if (template) return new Response(mails[template], { headers: { 'content-type': 'text/html' } })
    const clonedRequest = request.clone()
    const response = await forwardRequest(request, `http://localhost:${stack.portBase}${pathname}${search}`)
    const controlCall = response.ok && `${request.method} ${pathname}`
    if (controlCall === 'POST /_control/accounts/settings')
      await configureBetweenRequests(configure, settingsSchema.parse(await clonedRequest.json()))
    if (controlCall === 'POST /_control/faults') {
      const { clear, ...fault } = faultSchema.parse(await clonedRequest.json())
      if (clear) faults.clear(fault.vendor)
      else faults.set(fault)
    }
    if (controlCall !== 'GET /_control/mails') return response
    const authMails = ['emailjs', 'smtp'].includes(searchParams.get('source') ?? '')
      ? []
      : listMails(searchParams.get('to'))
    return Response.json({ mails: [...authMails, ...mailsSchema.parse(await response.json()).mails] })
  })
}
