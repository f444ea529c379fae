import { SignJWT } from 'jose'
import { Faults, forwardRequest, serveGateway } from 'local-cloud/testing/faultProxies'
import { z } from 'zod'
import { type Configure, mails } from './authServer.ts'
import { faults, keys, ports, stack } from './endpoints.ts'
import { listMails } from './mailbox.ts'

/** Links in emails and verifiers of tokens carry no key. */
const openPaths = /^\/auth\/v1\/(verify|callback|authorize|\.well-known)/

const sign = (role: string) =>
  new SignJWT({ role }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(keys.jwtSecret))

/** The gateway of a hosted project replaces an API key with a token for its role. */
const tokens = new Map([
  [keys.publishable, await sign('anon')],
  [keys.secret, await sign('service_role')],
])

/** Starts the gateway, which checks API keys, in front of the auth server. */
export function startGateway(): Promise<void> {
  return serveGateway(ports.gateway, faults, async (request) => {
    const { pathname, search } = new URL(request.url)
    const key = request.headers.get('apikey') ?? ''
    const isOpen = openPaths.test(pathname)
    if (!isOpen && !tokens.has(key)) return Response.json({ message: 'Invalid API key' }, { status: 401 })
    const bearer = request.headers.get('authorization') ?? `Bearer ${key}`
    const authorization = bearer === `Bearer ${key}` ? `Bearer ${tokens.get(key) ?? ''}` : bearer
    const path = pathname.replace(/^\/auth\/v1/, '')
    return forwardRequest(request, `http://127.0.0.1:${ports.auth}${path}${search}`, { authorization })
  })
}

const vendor = z.enum(['sanity', 'supabase', 'stripe', 'emailjs', 'smtp', 'postgres'])
const faultSchema = z.looseObject({ vendor, clear: z.boolean().optional() })
const settingsSchema = z.record(z.string(), z.unknown())
const mailsSchema = z.object({ mails: z.array(z.unknown()) })

/** Starts the control API of the tests: the local cloud handles each call, which then applies to the real servers. */
export function startControl(configure: Configure): Promise<void> {
  return serveGateway(ports.control, new Faults(), async (request) => {
    const { pathname, search, searchParams } = new URL(request.url)
    const template = /^\/templates\/(\w+)$/.exec(pathname)?.[1]
    if (template) return new Response(mails[template], { headers: { 'content-type': 'text/html' } })
    const sent = request.clone()
    const response = await forwardRequest(request, `http://localhost:${stack.portBase}${pathname}${search}`)
    const call = response.ok && `${request.method} ${pathname}`
    if (call === 'POST /_control/accounts/settings') await configure(settingsSchema.parse(await sent.json()))
    if (call === 'POST /_control/faults') {
      const { clear, ...fault } = faultSchema.parse(await sent.json())
      if (clear) faults.clear(fault.vendor)
      else faults.set(fault)
    }
    if (call !== 'GET /_control/mails') return response
    const own = ['emailjs', 'smtp'].includes(searchParams.get('source') ?? '')
      ? []
      : listMails(searchParams.get('to'))
    return Response.json({ mails: [...own, ...mailsSchema.parse(await response.json()).mails] })
  })
}
