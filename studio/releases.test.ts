import type { Workspace } from 'sanity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testWorkspace } from '../tests/support/workspace'

type Studio = { workspace: Workspace; chapters: string[] }

/** The Studio as it is built with the setting. */
async function studioWith(setting: string): Promise<Studio> {
  vi.resetModules()
  vi.stubEnv('NEXT_PUBLIC_SANITY_RELEASES', setting)
  const workspace = await testWorkspace()
  const { chapters } = await import('./handbook/chapters')
  return { workspace, chapters: chapters.map(({ title }) => title) }
}

let without: Studio
let released: Studio
beforeAll(async () => {
  without = await studioWith('')
  released = await studioWith('on')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const homePage = { documentType: 'homePage', documentId: 'homePage' }

type VersionType = 'draft' | 'version' | 'scheduled-draft'

const componentsOf = ({ workspace }: Studio, schemaType: string, versionType: VersionType) =>
  workspace.document.actions({ schemaType, documentId: schemaType, releaseId: undefined, versionType })

const actionsOf = (studio: Studio, schemaType: string, versionType: VersionType) =>
  componentsOf(studio, schemaType, versionType).map(({ action }) => action)

describe('releases, scheduled drafts, tasks and comments', () => {
  it('are not offered without their setting', () => {
    const { workspace, chapters } = without
    expect(workspace.releases?.enabled).toBe(false)
    expect(workspace.scheduledDrafts?.enabled).toBe(false)
    expect(workspace.tasks?.enabled).toBe(false)
    expect(workspace.document.comments.enabled(homePage)).toBe(false)
    for (const type of ['homePage', 'announcement'])
      expect(actionsOf(without, type, 'draft')).not.toContain('schedule')
    expect(chapters).not.toContain('Prepare a campaign')
  })

  it('are offered with it, also for documents of which there is exactly one', () => {
    const { workspace, chapters } = released
    expect(workspace.releases?.enabled).toBe(true)
    expect(workspace.scheduledDrafts?.enabled).toBe(true)
    expect(workspace.tasks?.enabled).toBe(true)
    expect(workspace.document.comments.enabled(homePage)).toBe(true)
    expect(workspace.scheduledPublishing.enabled).toBe(false)
    expect(actionsOf(released, 'homePage', 'draft')).toEqual(expect.arrayContaining(['publish', 'schedule']))
    expect(chapters).toContain('Prepare a campaign')
  })

  it('unpublish no document that the site cannot do without', () => {
    const actions = actionsOf(released, 'homePage', 'version')
    expect(actions).toContain('discardVersion')
    for (const name of ['unpublishVersion', 'duplicate']) expect(actions).not.toContain(name)
  })

  it('unpublish no landing page, to which links may lead', () => {
    expect(actionsOf(released, 'announcement', 'version')).toContain('unpublishVersion')
    const actions = actionsOf(released, 'landingPage', 'version')
    expect(actions).toContain('discardVersion')
    expect(actions).not.toContain('unpublishVersion')
  })
})

describe('a scheduled draft', () => {
  it.each(['offer', 'homePage', 'announcement'])(
    'of type %s is published by its form alone, which looks for errors: menus find no action to do it by',
    (type) => {
      expect(componentsOf(released, type, 'scheduled-draft')).toHaveLength(4)
      expect(actionsOf(released, type, 'scheduled-draft').filter(Boolean)).toEqual(['discardVersion'])
    },
  )
})
