/**
 * Sanity's own roles that may publish, the offer included; contributors write drafts, viewers read.
 * https://www.sanity.io/docs/content-lake/roles-concepts
 */
export const publisherRoles: ReadonlySet<string> = new Set(['administrator', 'developer', 'editor'])
