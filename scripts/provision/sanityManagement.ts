import { z } from 'zod'
import { Problem } from '../lib/command.ts'
import type { ContentLakeAccess } from '../lib/sanityClient.ts'

/** The version of Sanity's management API: https://www.sanity.io/docs/http-reference */
export const managementApiVersion = 'v2025-02-19'

const datasetSchema = z.looseObject({ name: z.string(), aclMode: z.string().optional() })

/** A dataset of the project. With the `aclMode` `public` it can be read without a token. */
export type DatasetInfo = z.infer<typeof datasetSchema>

const errorSchema = z.looseObject({ message: z.string() })

/** A response of Sanity's management API that is not a success. */
export class SanityApiError extends Problem {
  /** HTTP status. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Parses the JSON of a body; undefined when it is empty or not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Calls Sanity's management API.
 *
 * @param path - for example `/hooks/projects/abc`
 * @param version - the version of the API, for a path that needs another one
 * @returns the JSON of the response; undefined when its body is empty or not JSON
 * @throws SanityApiError with Sanity's message when Sanity refuses
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
  const content = parseJson(await response.text())
  if (response.ok) return content
  const { status } = response
  const message = errorSchema.safeParse(content).data?.message.replace(/\s+/g, ' ').replace(/\.$/, '')
  const reason = `Sanity refused: ${method} ${path} responded with ${status}${message ? `: ${message}` : ''}.`
  const isForbidden = status === 401 || status === 403
  const hint = isForbidden ? " SANITY_API_WRITE_TOKEN has to be an administrator's of this project." : ''
  throw new SanityApiError(`${reason}${hint}`, status)
}

const getDatasetsPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: ContentLakeAccess) =>
  `/projects/${project}/datasets`

/** Finds the dataset in its project; undefined when there is none of its name. Throws a Problem when Sanity refuses. */
export async function findDataset(access: ContentLakeAccess): Promise<DatasetInfo | undefined> {
  const datasets = await requestManagementApi(access, 'GET', getDatasetsPath(access))
  return z
    .array(datasetSchema)
    .parse(datasets)
    .find(({ name }) => name === access.NEXT_PUBLIC_SANITY_DATASET)
}

/** Creates the dataset, readable without a token. Throws a Problem when Sanity refuses. */
export async function createDataset(access: ContentLakeAccess): Promise<void> {
  const path = `${getDatasetsPath(access)}/${access.NEXT_PUBLIC_SANITY_DATASET}`
  await requestManagementApi(access, 'PUT', path, { aclMode: 'public' })
}
