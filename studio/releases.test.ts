import type { Workspace } from 'sanity'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testWorkspace } from '../tests/support/workspace'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
})

async function workspaceWith(setting: string): Promise<Workspace> {
  vi.stubEnv('NEXT_PUBLIC_SANITY_RELEASES', setting)
  return await testWorkspace()
}

type VersionType = 'draft' | 'version' | 'scheduled-draft'

const actionsOf = (workspace: Workspace, schemaType: string, versionType: VersionType) =>
  workspace.document
    .actions({ schemaType, documentId: schemaType, releaseId: undefined, versionType })
    .map((action) => action.action)

describe('releases and scheduled drafts', () => {
  it('are not offered without their setting', async () => {
    const workspace = await workspaceWith('')
    expect(workspace.releases?.enabled).toBe(false)
    expect(workspace.scheduledDrafts?.enabled).toBe(false)
    for (const type of ['homePage', 'announcement'])
      expect(actionsOf(workspace, type, 'draft')).not.toContain('schedule')
    const { chapters } = await import('./Handbook')
    expect(chapters.map(({ title }) => title)).not.toContain('Prepare a campaign')
  })

  it('are offered with it, also for documents of which there is exactly one', async () => {
    const workspace = await workspaceWith('on')
    expect(workspace.releases?.enabled).toBe(true)
    expect(workspace.scheduledDrafts?.enabled).toBe(true)
    expect(workspace.scheduledPublishing.enabled).toBe(false)
    expect(actionsOf(workspace, 'homePage', 'draft')).toEqual(expect.arrayContaining(['publish', 'schedule']))
    expect(actionsOf(workspace, 'homePage', 'scheduled-draft')).toEqual(
      expect.arrayContaining(['publish', 'schedule', 'discardVersion']),
    )
    const { chapters } = await import('./Handbook')
    expect(chapters.map(({ title }) => title)).toContain('Prepare a campaign')
  })

  it('unpublish no document that the site cannot do without', async () => {
    const workspace = await workspaceWith('on')
    const actions = actionsOf(workspace, 'homePage', 'version')
    expect(actions).toContain('discardVersion')
    for (const name of ['unpublishVersion', 'duplicate']) expect(actions).not.toContain(name)
  })
})
