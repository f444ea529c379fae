import { z } from 'zod'
import type { CloudEnvironment } from './lib/environment.ts'
import { Problem } from './lib/problem.ts'

/** The documented interface of Sanity's webhooks: https://www.sanity.io/docs/http-reference/webhooks */
const apiVersion = 'v2025-02-19'

const hookName = 'Refresh the site'

const registrationSchema = z.looseObject({ id: z.string(), name: z.string() })

/** What the site asks to be told: every change of a published document, as its id and type. */
function registration(cloud: CloudEnvironment, siteOrigin: string) {
  return {
    type: 'document',
    name: hookName,
    url: `${siteOrigin}/api/sanity/webhook`,
    dataset: cloud.NEXT_PUBLIC_SANITY_DATASET,
    apiVersion,
    rule: {
      on: ['create', 'update', 'delete'],
      filter: '!(_id in path("_.**"))',
      projection: '{_id, _type}',
    },
    httpMethod: 'POST',
    includeDrafts: false,
  }
}

function includes(found: unknown, wanted: unknown): boolean {
  if (wanted === null || typeof wanted !== 'object') return found === wanted
  if (found === null || typeof found !== 'object') return false
  const entries = new Map(Object.entries(found))
  return Object.entries(wanted).every(([key, value]) => includes(entries.get(key), value))
}

/**
 * Makes sure that the content lake tells the site about every published change: exactly one registration of ours,
 * with the current address. Safe to repeat.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when the lake refuses
 */
export async function registerWebhook(
  cloud: CloudEnvironment,
  siteOrigin: string,
): Promise<'kept' | 'registered'> {
  const { NEXT_PUBLIC_SANITY_API_HOST: host, NEXT_PUBLIC_SANITY_PROJECT_ID: project } = cloud
  const address = `${host}/${apiVersion}/hooks/projects/${project}`
  const call = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${cloud.SANITY_API_WRITE_TOKEN}`,
        'Content-Type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Problem(`The webhook could not be registered: ${method} answered ${response.status}.`)
    return response.status === 204 ? undefined : response.json()
  }
  const wanted = registration(cloud, siteOrigin)
  const all = z.array(registrationSchema).parse(await call('GET', address))
  const ours = all.filter(({ name }) => name === hookName)
  const right = ours.find((hook) => includes(hook, wanted))
  for (const hook of ours) if (hook !== right) await call('DELETE', `${address}/${hook.id}`)
  if (right) return 'kept'
  await call('POST', address, { ...wanted, secret: cloud.SANITY_WEBHOOK_SECRET })
  return 'registered'
}
