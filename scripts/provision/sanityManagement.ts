import { z } from 'zod'
import { formatError, Problem } from '../lib/command.ts'
import type { ContentLakeAccess } from '../lib/sanityClient.ts'

/** The version of Sanity's management API: https://www.sanity.io/docs/http-reference */
const managementApiVersion = 'v2025-02-19'

const errorSchema = z.looseObject({ message: z.string() })

/** A response of Sanity's management API that is not a success. */
class SanityApiError extends Problem {
  /** HTTP status. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/**
 * Calls Sanity's management API.
 *
 * @param path - for example `/hooks/projects/abc`
 * @param version - the version of the API, for a path that needs another one
 * @returns the JSON of the response; undefined when its body is empty or not JSON
 * @throws a Problem with Sanity's message when Sanity refuses
 */
export async function requestManagementApi(
  access: ContentLakeAccess,
  method: string,
  path: string,
  body?: unknown,
  version: string = managementApiVersion,
): Promise<unknown> {
  const origin = access.NEXT_PUBLIC_SANITY_API_HOST || 'https://api.sanity.io'
  const response = await fetch(`${origin}/${version}${path}`, {
    method,
    headers: { Authorization: `Bearer ${access.SANITY_API_WRITE_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const content: unknown = await response.json().catch(() => undefined)
  if (response.ok) return content
  const { status } = response
  const message = errorSchema.safeParse(content).data?.message.replace(/\s+/g, ' ').replace(/\.$/, '')
  const reason = `Sanity refused: ${method} ${path} responded with ${status}${message ? `: ${message}` : ''}.`
  const isForbidden = status === 401 || status === 403
  const hint = isForbidden ? " SANITY_API_WRITE_TOKEN has to be an administrator's of this project." : ''
  throw new SanityApiError(`${reason}${hint}`, status)
}

const datasetsSchema = z.array(z.looseObject({ name: z.string(), aclMode: z.string().optional() }))

const getDatasetsPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: ContentLakeAccess) =>
  `/projects/${project}/datasets`

/**
 * Finds the dataset in its project; undefined when there is none of its name. With the `aclMode` `public` it can be read
 * without a token. Throws a Problem when Sanity refuses.
 */
export async function findDataset(access: ContentLakeAccess) {
  const datasets = datasetsSchema.parse(await requestManagementApi(access, 'GET', getDatasetsPath(access)))
  return datasets.find(({ name }) => name === access.NEXT_PUBLIC_SANITY_DATASET)
}

/** Creates the dataset, readable without a token. Throws a Problem when Sanity refuses. */
export async function createDataset(access: ContentLakeAccess): Promise<void> {
  const path = `${getDatasetsPath(access)}/${access.NEXT_PUBLIC_SANITY_DATASET}`
  await requestManagementApi(access, 'PUT', path, { aclMode: 'public' })
}

/** The name of the site's webhook in Sanity's settings. */
export const hookName = 'Refresh the site'

const hooksSchema = z.array(
  z.looseObject({ id: z.string(), name: z.string(), dataset: z.string(), url: z.string() }),
)

/** Creates the webhook's settings: it sends the id and type of every published document that changes. */
const createRegistration = (access: ContentLakeAccess, siteOrigin: string) => ({
  type: 'document',
  name: hookName,
  url: `${siteOrigin}/api/sanity/webhook`,
  dataset: access.NEXT_PUBLIC_SANITY_DATASET,
  apiVersion: managementApiVersion,
  rule: {
    on: ['create', 'update', 'delete'],
    filter: '!(_id in path("_.**"))',
    projection: '{_id, _type}',
  },
  httpMethod: 'POST',
  includeDrafts: false,
  isDisabledByUser: false,
})

/** Whether an object has all properties of another one, with the same values. */
function includesProperties(actual: unknown, expected: unknown): boolean {
  if (expected === null || typeof expected !== 'object') return actual === expected
  if (actual === null || typeof actual !== 'object') return false
  return Object.entries(expected).every(([key, value]) => includesProperties(Reflect.get(actual, key), value))
}

const getHooksPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: ContentLakeAccess) =>
  `/hooks/projects/${project}`

/** Lists the webhooks of this site. Another site on the same dataset has one of the same name. */
async function listHooks(access: ContentLakeAccess, siteOrigin: string) {
  const expected = createRegistration(access, siteOrigin)
  const hooks = hooksSchema.parse(await requestManagementApi(access, 'GET', getHooksPath(access)))
  return hooks.filter(
    ({ name, url, dataset }) =>
      name === expected.name && url === expected.url && dataset === expected.dataset,
  )
}

/** Whether a webhook sends every published change to the site. Throws a Problem when Sanity refuses. */
export async function isWebhookRegistered(access: ContentLakeAccess, siteOrigin: string): Promise<boolean> {
  const expected = createRegistration(access, siteOrigin)
  return (await listHooks(access, siteOrigin)).some((hook) => includesProperties(hook, expected))
}

/**
 * Registers the webhook that sends every published change to the site, with the current secret, and deletes earlier
 * registrations with the same name and URL: their secret cannot be read. The new one is created first, so that no change is
 * missed when a deletion fails. If Sanity refuses it, perhaps since the plan limits the number, the old one is deleted
 * first. Safe to repeat.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when Sanity refuses
 */
export async function registerWebhook(
  access: ContentLakeAccess & { SANITY_WEBHOOK_SECRET: string },
  siteOrigin: string,
): Promise<void> {
  const hooks = await listHooks(access, siteOrigin)
  const registration = { ...createRegistration(access, siteOrigin), secret: access.SANITY_WEBHOOK_SECRET }
  const create = () => requestManagementApi(access, 'POST', getHooksPath(access), registration)
  const deleteOwn = async () => {
    for (const { id } of hooks) await requestManagementApi(access, 'DELETE', `${getHooksPath(access)}/${id}`)
  }
  try {
    await create()
  } catch (error) {
    const mayBeLimit = error instanceof SanityApiError && error.status >= 400 && error.status < 500
    if (!mayBeLimit || hooks.length === 0) throw error
    await deleteOwn()
    return void (await create().catch((secondError: unknown) => {
      throw new Problem(
        `${formatError(secondError)} The site has no webhook now: run npm run provision again, or create “${hookName}” at sanity.io/manage (API, Webhooks), as docs/configuration.md says.`,
      )
    }))
  }
  await deleteOwn()
}
