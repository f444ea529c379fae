import { createClient } from '@sanity/client'
import { createWorkspaceFromConfig, type SanityDocument, validateDocument, type Workspace } from 'sanity'

/** No service listens on this port, so a test that queries the Content Lake fails immediately. */
const unusedOrigin = 'http://localhost:9'

/**
 * Creates the Studio's workspace as the site mounts it, with a signed-in administrator. Sets the environment variables
 * that the Studio's modules read when they are imported.
 *
 * @param contentLake - a Content Lake to query; by default none, so that tests need no network
 */
export async function createTestWorkspace(
  contentLake: { apiHost: string; token?: string | undefined } = { apiHost: unusedOrigin },
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
    maxRetries: 0,
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

/** An error or warning from the Studio's validation. */
export type Finding = { level: string; path: string; message: string }

/**
 * Validates a document as the Studio does. Referenced assets and documents count as existing.
 *
 * @param options.findsUnknownFields - whether to find fields that the schema lacks, which doubles the time
 * @returns errors and warnings, each with the path of its field ("sections[hero].heading")
 */
export async function listFindings(
  workspace: Workspace,
  document: { _id: string; _type: string; [field: string]: unknown },
  { findsUnknownFields = true } = {},
): Promise<Finding[]> {
  const timestamp = '2026-01-01T00:00:00Z'
  const completeDocument: SanityDocument = {
    _rev: 'r1',
    _createdAt: timestamp,
    _updatedAt: timestamp,
    ...document,
  }
  const options = { document: completeDocument, workspace, getDocumentExists: async () => true }
  const studioMarkers = await validateDocument({ ...options, environment: 'studio' })
  // Only the CLI's validation reports unknown fields, but it changes the levels of other findings.
  const cliMarkers = findsUnknownFields ? await validateDocument({ ...options, environment: 'cli' }) : []
  const markers = [...studioMarkers, ...cliMarkers.filter(({ code }) => code === 'object.unknown-field')]
  return markers.map(({ level, path, message }) => ({ level, path: formatPath(path), message }))
}

function formatPath(path: readonly unknown[]): string {
  return path.map(formatSegment).join('').replace(/^\./, '')
}

function formatSegment(segment: unknown): string {
  if (typeof segment === 'string') return `.${segment}`
  if (typeof segment === 'object' && segment !== null && '_key' in segment) return `[${segment._key}]`
  return `[${segment}]`
}
