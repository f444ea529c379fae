import { isDeepStrictEqual } from 'node:util'
import { ClientError } from '@sanity/client'
import { z } from 'zod'
import { formatError, Problem } from '../lib/command.ts'
import { type ContentLakeAccess, createAdminClient } from '../lib/sanityClient.ts'
import type { Difference } from './findings.ts'

/** A version of Sanity's management API that can also create tokens: https://www.sanity.io/docs/http-reference */
const managementApiVersion = '2025-07-11'

/**
 * Calls Sanity's management API.
 *
 * @param path - for example `/hooks/projects/abc`
 * @returns the JSON of the response
 * @throws Problem with Sanity's message when Sanity refuses the request
 */
export async function requestManagementApi(
  access: ContentLakeAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const client = createAdminClient(access).withConfig({
    useProjectHostname: false,
    apiVersion: managementApiVersion,
  })
  try {
    return await client.request<unknown>({ method, url: path, body })
  } catch (error) {
    const isForbidden = error instanceof ClientError && [401, 403].includes(error.statusCode)
    const hint = ' SANITY_API_WRITE_TOKEN has to belong to an administrator of this project.'
    throw new Problem(`Sanity refused ${method} ${path}: ${formatError(error)}${isForbidden ? hint : ''}`)
  }
}

const datasetsSchema = z.array(z.looseObject({ name: z.string(), aclMode: z.string().optional() }))

const getDatasetsPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: ContentLakeAccess) =>
  `/projects/${project}/datasets`

/**
 * Finds the site's dataset in its project; undefined when it does not exist. With the `aclMode` `public`, it can be
 * read without a token. Throws a Problem when Sanity refuses the request.
 */
export async function findDataset(access: ContentLakeAccess) {
  const datasets = datasetsSchema.parse(await requestManagementApi(access, 'GET', getDatasetsPath(access)))
  return datasets.find(({ name }) => name === access.NEXT_PUBLIC_SANITY_DATASET)
}

/** Creates the dataset, readable without a token. Throws a Problem when Sanity refuses the request. */
export async function createDataset(access: ContentLakeAccess): Promise<void> {
  const path = `${getDatasetsPath(access)}/${access.NEXT_PUBLIC_SANITY_DATASET}`
  await requestManagementApi(access, 'PUT', path, { aclMode: 'public' })
}

/** The name of the site's webhook in Sanity's settings. */
const hookName = 'Refresh the site'

const hooksSchema = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    dataset: z.string(),
    url: z.string(),
    isDisabled: z.boolean().optional(),
  }),
)

/** The webhook settings that can be updated. The webhook sends the id and type of each changed published document. */
const hookSettings = {
  apiVersion: `v${managementApiVersion}`,
  rule: {
    on: ['create', 'update', 'delete'],
    filter: '!(_id in path("_.**"))',
    projection: '{_id, _type}',
  },
  httpMethod: 'POST',
  includeDrafts: false,
  isDisabledByUser: false,
}

/** Finds the site's webhooks, normally one. Those of another site with the same dataset have a different URL. */
async function findHooks(access: ContentLakeAccess, siteOrigin: string) {
  const path = `/hooks/projects/${access.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  const identity = {
    name: hookName,
    url: `${siteOrigin}/api/sanity/webhook`,
    dataset: access.NEXT_PUBLIC_SANITY_DATASET,
  }
  const hooks = hooksSchema.parse(await requestManagementApi(access, 'GET', path))
  return { path, identity, hooks: hooks.filter((hook) => isDeepStrictEqual(hook, { ...hook, ...identity })) }
}

/** Checks that one webhook sends every published change to the site. Throws a Problem when Sanity refuses a request. */
export async function checkWebhook(
  access: ContentLakeAccess,
  siteOrigin: string,
): Promise<Difference | undefined> {
  const { hooks } = await findHooks(access, siteOrigin)
  const [hook, other] = hooks
  // An update does not enable a webhook that Sanity has disabled.
  if (other || hook?.isDisabled)
    return {
      obstacle: `Sanity has ${other ? 'several webhooks' : 'disabled the webhook'} “${hookName}” for ${siteOrigin}: delete ${other ? 'all but one' : 'it'} at sanity.io/manage (API, Webhooks), and run npm run provision.`,
    }
  return hook && isDeepStrictEqual(hook, { ...hook, ...hookSettings })
    ? undefined
    : `No webhook with the name “${hookName}” has the right settings for ${siteOrigin}.`
}

/**
 * Registers the webhook that sends every published change to the site, or corrects the existing one. Always sets
 * the secret, since Sanity does not reveal the stored one. Safe to repeat.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when Sanity refuses a request
 */
export async function registerWebhook(
  access: ContentLakeAccess & { SANITY_WEBHOOK_SECRET: string },
  siteOrigin: string,
): Promise<void> {
  const { path, identity, hooks } = await findHooks(access, siteOrigin)
  const [hook] = hooks
  const settings = { ...hookSettings, secret: access.SANITY_WEBHOOK_SECRET }
  // Sanity rejects an update that includes the type, which cannot change.
  if (hook) await requestManagementApi(access, 'PATCH', `${path}/${hook.id}`, settings)
  else await requestManagementApi(access, 'POST', path, { type: 'document', ...identity, ...settings })
}
