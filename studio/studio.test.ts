import { readdirSync } from 'node:fs'
import type { DocumentActionComponent, ObjectField, ObjectSchemaType, SchemaType, Workspace } from 'sanity'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFixed, singletonTypes } from '@/lib/content/fixedDocuments'
import { allPages, legalPages } from '@/lib/pages'
import { schemaTypes } from '@/schemas'
import { seedDocuments } from '../tests/support/seedDocuments'
import { testWorkspace } from '../tests/support/workspace'
import { documentOptions } from './fixedDocuments'
import { chapters } from './handbook/chapters'
import { locations, mainDocuments } from './presentation'

let workspace: Workspace
beforeAll(async () => {
  workspace = await testWorkspace()
})

/** The types that the site itself defines as documents. */
const documentTypes = () =>
  workspace.schema
    .getTypeNames()
    .filter((name) => workspace.schema.get(name)?.type?.name === 'document' && !name.includes('.'))

describe('the workspace', () => {
  it('is mounted on the site, with a start page, desk, preview, queries and a way back', () => {
    expect(workspace.basePath).toBe('/studio-admin')
    expect(workspace.tools.map((tool) => tool.name)).toEqual([
      'start',
      'structure',
      'presentation',
      'vision',
      'find',
      'site-restore',
      'handbook',
    ])
  })

  it('asks the hosted service for nothing that the site does without', () => {
    expect(workspace.scheduledPublishing.enabled).toBe(false)
    expect(workspace.releases?.enabled).toBe(false)
    expect(workspace.tasks?.enabled).toBe(false)
    expect(workspace.announcements?.enabled).toBe(false)
    expect(workspace.document.comments.enabled({ documentType: 'homePage', documentId: 'homePage' })).toBe(
      false,
    )
  })
})

describe('documents of which there is exactly one', () => {
  it.each([...singletonTypes, 'legalPage'])(
    '%s can be published and taken back, and nothing else',
    (type) => {
      const actions = workspace.document.actions({
        schemaType: type,
        documentId: type,
        releaseId: undefined,
        versionType: 'draft',
      })
      const names = actions.map((action) => action.action)
      expect(names).toContain('publish')
      expect(names).toContain('discardChanges')
      for (const name of ['duplicate', 'delete', 'unpublish', 'schedule']) expect(names).not.toContain(name)
    },
  )

  it.each([...singletonTypes, 'legalPage'])('%s cannot be created', (type) => {
    const offered = [
      ...workspace.document.resolveNewDocumentOptions({ type: 'global' }),
      ...workspace.document.resolveNewDocumentOptions({ type: 'structure', schemaType: type }),
    ]
    expect(offered.filter((item) => item.templateId === type)).toEqual([])
    expect(workspace.templates.filter((template) => template.schemaType === type)).toEqual([])
  })

  it('are all there are, besides announcements and landing pages', () => {
    expect(documentTypes().filter((type) => !isFixed(type))).toEqual(['landingPage', 'announcement'])
  })
})

describe('the preview', () => {
  it('knows where every document is seen', () => {
    expect(Object.keys(locations).sort()).toEqual(documentTypes().sort())
  })

  it('knows the document of every page of the site', () => {
    const routes = mainDocuments.map(({ route }) => route)
    expect(routes).toEqual([...allPages.map(({ path }) => path), '/:slug'])
  })

  it('finds the legal pages at their addresses', () => {
    const seeded = seedDocuments().filter(({ _type }) => _type === 'legalPage')
    expect(seeded.map(({ _id, path }) => ({ id: _id, path }))).toEqual(
      legalPages.map(({ document, path }) => ({ id: document, path })),
    )
  })
})

describe('what editors read', () => {
  it('is there for every field of every type', () => {
    const types = schemaTypes.map(({ name }) => workspace.schema.get(name))
    const fields = types.flatMap((type) =>
      type && 'fields' in type ? withPaths(type.name, type.fields) : [],
    )
    expect(fields.length).toBeGreaterThan(150)
    const silent = fields.filter(({ field }) => !field.type.title || !field.type.description)
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  it('is on a tab, wherever there are tabs', () => {
    const types = schemaTypes.map(({ name }) => workspace.schema.get(name))
    const tabbed = types.filter((type) => type && 'groups' in type && type.groups?.length)
    expect(tabbed.length).toBeGreaterThan(20)
    const lost = tabbed.flatMap((type) =>
      type && 'fields' in type ? type.fields.filter((field) => !isOnTab(type, field)) : [],
    )
    expect(lost.map(({ name }) => name)).toEqual([])
  })

  it('has no chapter twice in the handbook', () => {
    const titles = chapters.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('has the pictures of the handbook', () => {
    const names = chapters.flatMap(({ picture }) => picture?.name ?? [])
    const files = readdirSync('public/studio-admin/handbook')
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted())
  })
})

/** Every field that the site defines, nested ones included; those of the asset types are the vendor's. */
function withPaths(parent: string, fields: ObjectField[]): { path: string; field: ObjectField }[] {
  const own = fields.filter(({ name }) => !['asset', 'media', 'hotspot', 'crop'].includes(name))
  return own.flatMap((field) => {
    const path = `${parent}.${field.name}`
    const type: SchemaType = field.type
    const isInline = type.type?.name === 'object' && 'fields' in type
    return [{ path, field }, ...(isInline ? withPaths(path, type.fields) : [])]
  })
}

/** Whether a field is on one of its type's tabs; otherwise “All fields” alone shows it. */
function isOnTab(type: ObjectSchemaType, field: ObjectField): boolean {
  const hidden = field.type.hidden === true
  return hidden || (type.groups ?? []).some((group) => group.fields?.some(({ name }) => name === field.name))
}

describe('roles', () => {
  const as = (name: string) => {
    const currentUser = { id: 'x', name: 'X', email: '', role: name, roles: [{ name, title: name }] }
    const names = ['publish', 'discardChanges', 'restore', 'delete', 'unpublish', 'duplicate'] as const
    const given = names.map((action): DocumentActionComponent => Object.assign(() => null, { action }))
    const { actions } = documentOptions
    if (typeof actions !== 'function') throw new Error('The actions should be a function.')
    const context = { ...workspace, schemaType: 'announcement', documentId: 'a', currentUser }
    return actions(given, { ...context, releaseId: undefined, versionType: 'draft' }).map(
      ({ action, name: own }) => action ?? own,
    )
  }

  it('editors publish', () => {
    expect(as('editor')).toContain('publish')
    expect(as('editor')).not.toContain('requestReview')
  })
  it('contributors ask for a review, and are offered nothing that the lake would refuse', () => {
    expect(as('contributor')).toEqual(['requestReview', 'discardChanges', 'restore'])
  })
  it('viewers are offered nothing', () => {
    expect(as('viewer')).toEqual([])
  })
})
