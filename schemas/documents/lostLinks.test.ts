import { createClient } from '@sanity/client'
import type { Workspace } from 'sanity'
import { beforeAll, expect, it, vi } from 'vitest'
import { createTestWorkspace } from '@/tests/support/workspace'
import { findLostLinks } from './lostLinks'

let workspace: Workspace
beforeAll(async () => {
  workspace = await createTestWorkspace()
})

const knownPaths = {
  landingPages: [{ _id: 'coaches', path: '/coaches', title: 'Coaches', formerPaths: ['/coaching'] }],
  rules: [],
}
const links = [{ label: 'Coaching', kind: 'page', page: '/coaching' }]
const linkingAnnouncement = { _id: 'holiday', _type: 'announcement', text: 'Coaches, read this', links }

/** Creates a validation context whose client returns these documents. */
function createContext(documents: object[]) {
  const client = createClient({ projectId: 'local', dataset: 'production', apiVersion: '1', useCdn: false })
  const fetch = vi.fn(() => Promise.resolve(documents))
  vi.spyOn(client, 'withConfig').mockReturnValue(Object.assign(Object.create(client), { fetch }))
  return { getClient: () => client, schema: workspace.schema }
}

it('refuses to remove a linked path, and lists the documents that link to it', async () => {
  const problem = findLostLinks(
    ['/coaches'],
    'drafts.coaches',
    knownPaths,
    createContext([linkingAnnouncement]),
  )
  expect(await problem).toMatch('Other documents link to /coaching: Coaches, read this.')
})

it('allows removing an unlinked path, and ignores links to remaining paths', async () => {
  expect(await findLostLinks(['/coaches'], 'drafts.coaches', knownPaths, createContext([]))).toBeNull()
  const paths = ['/coaches-two', '/coaches', '/coaching']
  expect(await findLostLinks(paths, 'coaches', knownPaths, createContext([linkingAnnouncement]))).toBeNull()
})
