import type { Workspace } from 'sanity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestWorkspace } from '../tests/support/workspace'

type Studio = { workspace: Workspace; chapters: string[] }

/** Creates the Studio with a value of `NEXT_PUBLIC_SANITY_RELEASES`. */
async function createStudio(setting: string): Promise<Studio> {
  vi.resetModules()
  vi.stubEnv('NEXT_PUBLIC_SANITY_RELEASES', setting)
  const workspace = await createTestWorkspace()
  const { chapters } = await import('./handbook/chapters')
  return { workspace, chapters: chapters.map(({ title }) => title) }
}

let studioWithoutReleases: Studio
let studioWithReleases: Studio
beforeAll(async () => {
  studioWithoutReleases = await createStudio('')
  studioWithReleases = await createStudio('on')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const homePage = { documentType: 'homePage', documentId: 'homePage' }

type VersionType = 'draft' | 'version' | 'scheduled-draft'

const resolveActions = ({ workspace }: Studio, schemaType: string, versionType: VersionType) =>
  workspace.document.actions({ schemaType, documentId: schemaType, releaseId: undefined, versionType })

const resolveActionNames = (studio: Studio, schemaType: string, versionType: VersionType) =>
  resolveActions(studio, schemaType, versionType).map(({ action }) => action)

describe('releases, scheduled drafts, tasks and comments', () => {
  it('are off without their environment variable', () => {
    const { workspace, chapters } = studioWithoutReleases
    expect(workspace.releases?.enabled).toBe(false)
    expect(workspace.scheduledDrafts?.enabled).toBe(false)
    expect(workspace.tasks?.enabled).toBe(false)
    expect(workspace.document.comments.enabled(homePage)).toBe(false)
    for (const type of ['homePage', 'announcement'])
      expect(resolveActionNames(studioWithoutReleases, type, 'draft')).not.toContain('schedule')
    expect(chapters).not.toContain('Prepare a campaign')
  })

  it('are on with their environment variable, also for singletons', () => {
    const { workspace, chapters } = studioWithReleases
    expect(workspace.releases?.enabled).toBe(true)
    expect(workspace.scheduledDrafts?.enabled).toBe(true)
    expect(workspace.tasks?.enabled).toBe(true)
    expect(workspace.document.comments.enabled(homePage)).toBe(true)
    expect(workspace.scheduledPublishing.enabled).toBe(false)
    expect(resolveActionNames(studioWithReleases, 'homePage', 'draft')).toEqual(
      expect.arrayContaining(['publish', 'schedule']),
    )
    expect(chapters).toContain('Prepare a campaign')
  })
})

describe('the actions of a version in a release', () => {
  it('exclude unpublishing and duplicating for a required document', () => {
    const actions = resolveActionNames(studioWithReleases, 'homePage', 'version')
    expect(actions).toContain('discardVersion')
    for (const name of ['unpublishVersion', 'duplicate']) expect(actions).not.toContain(name)
  })

  it('exclude unpublishing for a landing page, but not for an announcement', () => {
    expect(resolveActionNames(studioWithReleases, 'announcement', 'version')).toContain('unpublishVersion')
    const actions = resolveActionNames(studioWithReleases, 'landingPage', 'version')
    expect(actions).toContain('discardVersion')
    expect(actions).not.toContain('unpublishVersion')
  })
})

describe('a scheduled draft', () => {
  it.each(['offer', 'homePage', 'announcement'])(
    'of type %s has publish actions without ids, so only its form can publish it',
    (type) => {
      expect(resolveActions(studioWithReleases, type, 'scheduled-draft')).toHaveLength(4)
      expect(resolveActionNames(studioWithReleases, type, 'scheduled-draft').filter(Boolean)).toEqual([
        'discardVersion',
      ])
    },
  )
})
