import { allPages, notFound } from '../pages.ts'

/** Types of page documents with a fixed id, which equals the type. */
export const pageTypes = [
  ...allPages.filter(({ kind }) => kind !== 'legal').map(({ document }) => document),
  notFound.document,
  'errorPage',
]

/** Types of which there is exactly one document, with the type as its id. */
export const singletonTypes = [...pageTypes, 'offer', 'gallery', 'siteSettings', 'redirects', 'messages']

const fixedTypes: ReadonlySet<string> = new Set([...singletonTypes, 'legalPage'])

/** Whether editors can neither create nor delete documents of a type. */
export function isFixed(type: string): boolean {
  return fixedTypes.has(type)
}
