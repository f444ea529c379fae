import { createClient } from '@sanity/client'
import { createWorkspaceFromConfig, type SanityDocument, validateDocument, type Workspace } from 'sanity'

/** No service listens here: a test that queries the Content Lake fails at once. */
const nowhere = 'http://localhost:9'

/**
 * The Studio's workspace as the site mounts it, for tests: resolved and signed in.
 *
 * @param contentLake - a Content Lake to query; none by default, so that there is no network
 */
export async function testWorkspace(
  contentLake: { apiHost: string; token?: string | undefined } = { apiHost: nowhere },
): Promise<Workspace> {
  process.env.NEXT_PUBLIC_SANITY_PROJECT_ID = 'local'
  process.env.NEXT_PUBLIC_SANITY_DATASET = 'production'
  process.env.NEXT_PUBLIC_SANITY_API_HOST = contentLake.apiHost
  const { default: config } = await import('@/sanity.config')
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: contentLake.apiHost,
    useProjectHostname: false,
    ...(contentLake.token ? { token: contentLake.token } : {}),
    useCdn: false,
    apiVersion: '2026-10-01',
  })
  return createWorkspaceFromConfig({
    ...config,
    currentUser: {
      id: 'editor',
      name: 'An Editor',
      email: 'editor@example.com',
      role: 'administrator',
      roles: [{ name: 'administrator', title: 'Administrator' }],
    },
    getClient: ({ apiVersion }) => client.withConfig({ apiVersion }),
  })
}

/** One thing that validation says about a document. */
export type Finding = { level: string; path: string; message: string }

/**
 * Runs the Studio's validation over a document. Assets and other documents that it refers to count as
 * existing.
 *
 * @returns errors and warnings, each with the path of its field ("sections[0].heading")
 */
export async function listFindings(
  workspace: Workspace,
  document: { _id: string; _type: string; [field: string]: unknown },
): Promise<Finding[]> {
  const written = '2026-01-01T00:00:00Z'
  const complete: SanityDocument = { _rev: 'r1', _createdAt: written, _updatedAt: written, ...document }
  const options = { document: complete, workspace, getDocumentExists: async () => true }
  const inTheStudio = await validateDocument({ ...options, environment: 'studio' })
  // Unknown fields are reported outside of the Studio only, where other levels are distorted.
  const outside = await validateDocument({ ...options, environment: 'cli' })
  const markers = [...inTheStudio, ...outside.filter(({ code }) => code === 'object.unknown-field')]
  return markers.map(({ level, path, message }) => ({ level, path: pathText(path), message }))
}

function pathText(path: readonly unknown[]): string {
  return path.map(segmentText).join('').replace(/^\./, '')
}

function segmentText(segment: unknown): string {
  if (typeof segment === 'string') return `.${segment}`
  if (typeof segment === 'object' && segment !== null && '_key' in segment) return `[${segment._key}]`
  return `[${segment}]`
}
