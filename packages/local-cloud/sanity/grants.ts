import { isDraftId, isPublicId } from './ids.ts'
import type { Identity, Role } from './types.ts'

/** What a caller wants to do with a document; `history` is reading its past. */
export type Permission = 'read' | 'create' | 'update' | 'manage' | 'history'

const WRITERS: readonly Role[] = ['editor', 'administrator']
const MEMBERS: readonly Role[] = ['viewer', 'contributor', ...WRITERS]

function hasRole(identity: Identity, roles: readonly Role[]): boolean {
  return identity?.roles.some((role) => roles.includes(role)) ?? false
}

/**
 * The one place that says who may do what with documents of a dataset that they may see
 * (https://www.sanity.io/docs/content-lake/roles-concepts, https://www.sanity.io/docs/ids): anyone reads documents
 * whose id has no dot; every role reads everything and its history; contributors write drafts, editors and
 * administrators everything.
 */
export function mayAccess(identity: Identity, permission: Permission, documentId: string): boolean {
  switch (permission) {
    case 'read':
      return isPublicId(documentId) || hasRole(identity, MEMBERS)
    case 'history':
      return hasRole(identity, MEMBERS)
    case 'create':
    case 'update':
    case 'manage':
      return hasRole(identity, WRITERS) || (isDraftId(documentId) && hasRole(identity, ['contributor']))
  }
}

/** Whether the caller sees every document, so that nothing needs to be filtered. */
export function readsEverything(identity: Identity): boolean {
  return hasRole(identity, MEMBERS)
}
