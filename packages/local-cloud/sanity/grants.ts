import { isDraftId, isPublicId } from './ids.ts'
import type { Identity, Role } from './types.ts'

/** An operation on a document. A deletion needs `update`. */
export type Permission = 'read' | 'create' | 'update'

/** Each role includes the rights of the earlier ones. */
const ROLES: readonly Role[] = ['viewer', 'contributor', 'editor', 'administrator']

/** Whether the caller has the role, or one that includes it. */
export function hasRole(identity: Identity, role: Role): boolean {
  return identity !== null && ROLES.indexOf(identity.role) >= ROLES.indexOf(role)
}

/**
 * Whether the caller has a permission for a document in a dataset that the caller can access
 * (https://www.sanity.io/docs/content-lake/roles-concepts, https://www.sanity.io/docs/ids): anyone can read documents
 * whose id has no dot; every role can read everything and its history; contributors can write drafts, editors anything.
 */
export function canAccess(identity: Identity, permission: Permission, documentId: string): boolean {
  if (permission === 'read') return isPublicId(documentId) || hasRole(identity, 'viewer')
  return hasRole(identity, isDraftId(documentId) ? 'contributor' : 'editor')
}
