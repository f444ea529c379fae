/**
 * Sanity's built-in roles that may publish documents, the offer included. Contributors write drafts; viewers only read.
 * https://www.sanity.io/docs/content-lake/roles-concepts
 */
export const publisherRoles: ReadonlySet<string> = new Set(['administrator', 'developer', 'editor'])

/** Sanity's built-in roles that may write drafts, and thus preview secrets. */
export const writerRoles: ReadonlySet<string> = new Set([...publisherRoles, 'contributor'])

/** Sanity's built-in roles that may read drafts. */
export const readerRoles: ReadonlySet<string> = new Set([...writerRoles, 'viewer'])
