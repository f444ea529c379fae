import { z } from 'zod'
import { Problem } from './problem.ts'
import type { LakeAccess } from './sanityClient.ts'

/** Where the hosted service is managed. */
const hostedManagement = 'https://api.sanity.io'

/** The documented interface of Sanity's management: https://www.sanity.io/docs/http-reference */
export const apiVersion = 'v2025-02-19'

const datasetsSchema = z.array(z.looseObject({ name: z.string() }))

/** Calls an address of the lake's management, as `/hooks/projects/abc`. Throws a Problem when it refuses. */
export async function manage(
  cloud: LakeAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const host = cloud.NEXT_PUBLIC_SANITY_API_HOST || hostedManagement
  const response = await fetch(`${host}/${apiVersion}${path}`, {
    method,
    headers: { Authorization: `Bearer ${cloud.SANITY_API_WRITE_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Problem(`Sanity refused: ${method} ${path} answered ${response.status}.`)
  return response.status === 204 ? undefined : response.json()
}

const datasetsOf = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: LakeAccess) => `/projects/${project}/datasets`

/** Whether the project has the dataset. Throws a Problem when Sanity refuses to say. */
export async function hasDataset(access: LakeAccess): Promise<boolean> {
  const datasets = datasetsSchema.parse(await manage(access, 'GET', datasetsOf(access)))
  return datasets.some(({ name }) => name === access.NEXT_PUBLIC_SANITY_DATASET)
}

/** Makes the dataset, which everybody may read. Throws a Problem when Sanity refuses. */
export async function makeDataset(access: LakeAccess): Promise<void> {
  const path = `${datasetsOf(access)}/${access.NEXT_PUBLIC_SANITY_DATASET}`
  await manage(access, 'PUT', path, { aclMode: 'public' })
}
