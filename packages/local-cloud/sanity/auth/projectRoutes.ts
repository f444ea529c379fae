import { Hono } from 'hono'
import { z } from 'zod'
import { parseBody } from '../../http/body.ts'
import { forbidden, HttpError, unauthorized } from '../../http/errors.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { hasRole } from '../grants.ts'
import type { AclMode, Identity, Role } from '../types.ts'
import { describeRole } from './accounts.ts'
import type { AccountStore } from './store.ts'

const ALL_DOCUMENTS = '_id in path("**")'
const READ_PERMISSIONS = ['read', 'history']
const WRITE_PERMISSIONS = ['read', 'create', 'update', 'manage', 'history', 'editHistory']

/** The Studio's names for the supported features of Sanity's paid plans. */
const FEATURES = ['privateDataset']

const datasetSchema = z.object({ aclMode: z.enum(['public', 'private']).optional() })
const robotSchema = z.object({
  label: z.string().min(1),
  memberships: z.tuple([
    z.looseObject({ roleNames: z.tuple([z.enum(['administrator', 'editor', 'contributor', 'viewer'])]) }),
  ]),
})
const originSchema = z.object({
  origin: z.string().regex(/^https?:\/\/[a-z0-9.:[\]-]+$/i),
  allowCredentials: z.boolean().default(false),
})

/** The caller's permissions for documents that match each filter. The Studio disables actions that aren't permitted. */
function getAccessList(identity: Identity, aclMode: AclMode): { filter: string; permissions: string[] }[] {
  if (hasRole(identity, 'editor')) return [{ filter: ALL_DOCUMENTS, permissions: WRITE_PERMISSIONS }]
  if (hasRole(identity, 'contributor')) {
    return [
      { filter: ALL_DOCUMENTS, permissions: READ_PERMISSIONS },
      { filter: '_id in path("drafts.**")', permissions: WRITE_PERMISSIONS },
    ]
  }
  if (hasRole(identity, 'viewer')) return [{ filter: ALL_DOCUMENTS, permissions: READ_PERMISSIONS }]
  if (aclMode === 'private') return []
  return [{ filter: '_id in path("*")', permissions: ['read'] }]
}

/** The caller's project permissions. Omits `deployStudio`, which makes the Studio upload its schema at every start. */
function getProjectGrants(identity: Identity): Record<string, unknown> {
  const grant = (...permissions: string[]) => [{ grants: permissions.map((name) => ({ name, params: {} })) }]
  const isAdministrator = hasRole(identity, 'administrator')
  return {
    'sanity.project': identity ? grant('read', ...(isAdministrator ? ['update'] : [])) : [],
    'sanity.project.datasets': isAdministrator ? grant('read', 'create', 'update') : grant('read'),
    'sanity.project.members': identity ? grant('read') : [],
    'sanity.project.cors': isAdministrator ? grant('read', 'create', 'delete') : [],
    'sanity.project.webhooks': isAdministrator ? grant('read', 'create', 'update', 'delete') : [],
    'sanity.document.filter.mode': grant('read'),
  }
}

// The Studio recognizes the next two errors by `attributes` and `error` respectively.

function projectNotFoundError(): HttpError {
  return new HttpError(404, 'Project not found', {
    errorCode: 'SIO-404-PNF',
    attributes: { type: 'project' },
  })
}

function datasetNotFoundError(name: string): HttpError {
  return new HttpError(404, `Dataset "${name}" not found`, { error: 'Dataset not found' })
}

/** Throws an HttpError (401 if anonymous, else 403) unless the caller has the role, or one that includes it. */
export function requireRole(identity: Identity, role: Role, permission: string): void {
  if (!identity) throw unauthorized()
  if (!hasRole(identity, role)) throw forbidden(permission)
}

function describeProject(id: string, accounts: AccountStore, identity: Identity): Record<string, unknown> {
  return {
    id,
    displayName: 'Local project',
    createdAt: '2025-01-01T00:00:00Z',
    studioHost: null,
    organizationId: 'local',
    metadata: {},
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    activityFeedEnabled: false,
    features: [],
    members: accounts.listAccounts().map((account) => ({
      id: account.id,
      role: account.role,
      roles: [describeRole(account.role)],
      isCurrentUser: account.id === identity?.id,
      isRobot: account.id.startsWith('r-'),
    })),
  }
}

/** Routes for the project, datasets, permissions, tokens and CORS origins (https://www.sanity.io/docs/projects-api). */
export function createProjectRoutes(options: {
  contentLake: ContentLake
  accounts: AccountStore
  onDatasetCreated: (dataset: Dataset) => void
}): Hono<SanityEnvironment> {
  const { contentLake, accounts } = options
  const routes = new Hono<SanityEnvironment>()
  const listDatasets = () =>
    contentLake.list().map(({ name }) => ({ name, aclMode: contentLake.getAclMode(name), tags: [] }))

  routes.use('/projects/:project/*', async (c, next) => {
    if (c.req.param('project') !== contentLake.projectId) throw projectNotFoundError()
    await next()
  })

  routes.get('/projects/:project', (c) => {
    requireRole(c.var.identity, 'viewer', 'sanity.project/read')
    const project = describeProject(contentLake.projectId, accounts, c.var.identity)
    const organization = { id: 'local', name: 'Local organization' }
    return c.json(c.req.query('includeOrganization') === 'true' ? { ...project, organization } : project)
  })
  routes.get('/projects/:project/grants', (c) => c.json(getProjectGrants(c.var.identity)))
  routes.get('/projects/:project/user-applications', (c) => c.json([]))
  routes.get('/features', (c) => c.json(FEATURES))
  routes.get('/access/requests/me', (c) => {
    if (!c.var.identity) throw unauthorized()
    return c.json([])
  })
  // Roles are fixed, as in an organization that disables access requests. The Studio shows the error message.
  routes.post('/access/project/:project/requests', (c) => {
    if (!c.var.identity) throw unauthorized()
    throw new HttpError(
      409,
      'Access requests are disabled for organization "local", where each account has one role. Sign in with another account.',
    )
  })
  routes.get('/projects/:project/datasets/:dataset/acl', (c) => {
    const name = c.req.param('dataset')
    if (!contentLake.get(name)) throw datasetNotFoundError(name)
    return c.json(getAccessList(c.var.identity, contentLake.getAclMode(name)))
  })

  const datasetsPath = '/projects/:project/datasets'
  routes.get(datasetsPath, (c) => {
    requireRole(c.var.identity, 'viewer', 'sanity.project.datasets/read')
    // `datasetProfile` selects the dataset for comments and tasks, which the local cloud does not have.
    return c.json(c.req.query('datasetProfile') === undefined ? listDatasets() : [])
  })
  routes.put(`${datasetsPath}/:name`, async (c) => {
    requireRole(c.var.identity, 'administrator', 'sanity.project.datasets/create')
    const { aclMode = 'public' } = await parseBody(c.req, datasetSchema)
    const name = c.req.param('name') ?? ''
    if (contentLake.get(name)) throw new HttpError(409, `Dataset "${name}" already exists`)
    try {
      const dataset = contentLake.create(name)
      if (aclMode === 'private') dataset.storage.setAclMode(aclMode)
      options.onDatasetCreated(dataset)
    } catch (error) {
      if (error instanceof RangeError) throw new HttpError(400, error.message)
      throw error
    }
    return c.json({ datasetName: name, aclMode })
  })
  routes.patch(`${datasetsPath}/:name`, async (c) => {
    requireRole(c.var.identity, 'administrator', 'sanity.project.datasets/update')
    const name = c.req.param('name') ?? ''
    const dataset = contentLake.get(name)
    if (!dataset) throw datasetNotFoundError(name)
    const { aclMode } = await parseBody(c.req, datasetSchema)
    if (aclMode) dataset.storage.setAclMode(aclMode)
    return c.json({ datasetName: name, aclMode: contentLake.getAclMode(name) })
  })

  // https://www.sanity.io/docs/cli-reference/tokens
  routes.post('/access/project/:project/robots', async (c) => {
    requireRole(c.var.identity, 'administrator', 'sanity.project.tokens/create')
    if (c.req.param('project') !== contentLake.projectId) throw projectNotFoundError()
    const { label, memberships } = await parseBody(c.req, robotSchema)
    const { robot, token } = accounts.addRobot(label, memberships[0].roleNames[0])
    return c.json({ id: robot.id, label, memberships, token }, 201)
  })
  routes.get('/projects/:project/cors', (c) => {
    requireRole(c.var.identity, 'administrator', 'sanity.project.cors/read')
    return c.json(accounts.listCorsOrigins().map((entry) => ({ ...entry, projectId: contentLake.projectId })))
  })
  routes.post('/projects/:project/cors', async (c) => {
    requireRole(c.var.identity, 'administrator', 'sanity.project.cors/create')
    const { origin, allowCredentials } = await parseBody(c.req, originSchema)
    if (accounts.listCorsOrigins().some((entry) => entry.origin === origin)) {
      throw new HttpError(409, `CORS origin "${origin}" already exists`)
    }
    return c.json({ ...accounts.addCorsOrigin(origin, allowCredentials), projectId: contentLake.projectId })
  })
  routes.delete('/projects/:project/cors/:id', (c) => {
    requireRole(c.var.identity, 'administrator', 'sanity.project.cors/delete')
    const id = Number(c.req.param('id'))
    if (!accounts.removeCorsOrigin(id)) throw new HttpError(404, 'CORS origin not found')
    return c.json({ id, deleted: true })
  })
  return routes
}
