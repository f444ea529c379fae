import type { DocumentActionComponent, ObjectField, ObjectSchemaType, SchemaType, Workspace } from 'sanity'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFixed, singletonTypes } from '@/lib/content/fixedDocuments'
import { allPages, legalPages } from '@/lib/pages'
import { schemaTypes } from '@/schemas'
import { seedDocuments } from '../tests/support/seedDocuments'
import { createTestWorkspace } from '../tests/support/workspace'
import { documentOptions } from './actions/fixedDocuments'
import { locations, mainDocuments } from './preview/presentation'

let workspace: Workspace
beforeAll(async () => {
  workspace = await createTestWorkspace()
})

/** The types that the site itself defines as documents. */
const documentTypes = () =>
  workspace.schema
    .getTypeNames()
    .filter((name) => workspace.schema.get(name)?.type?.name === 'document' && !name.includes('.'))

describe('the workspace', () => {
  it('has the site’s tools and base path', () => {
    expect(workspace.basePath).toBe('/studio-admin')
    expect(workspace.tools.map((tool) => tool.name)).toEqual([
      'structure',
      'presentation',
      'media',
      'vision',
      'find',
      'site-restore',
      'handbook',
    ])
  })

  it('disables Sanity’s announcements and paid features', () => {
    expect(workspace.scheduledPublishing.enabled).toBe(false)
    expect(workspace.releases?.enabled).toBe(false)
    expect(workspace.scheduledDrafts?.enabled).toBe(false)
    expect(workspace.tasks?.enabled).toBe(false)
    expect(workspace.announcements?.enabled).toBe(false)
    expect(workspace.document.comments.enabled({ documentType: 'homePage', documentId: 'homePage' })).toBe(
      false,
    )
  })
})

describe('fixed documents', () => {
  it.each([...singletonTypes, 'legalPage'])(
    '%s can be published, but not duplicated, unpublished or deleted',
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
    const options = [
      ...workspace.document.resolveNewDocumentOptions({ type: 'global' }),
      ...workspace.document.resolveNewDocumentOptions({ type: 'structure', schemaType: type }),
    ]
    expect(options.filter((item) => item.templateId === type)).toEqual([])
    expect(workspace.templates.filter((template) => template.schemaType === type)).toEqual([])
  })

  it('are those of every type except announcements and landing pages', () => {
    expect(documentTypes().filter((type) => !isFixed(type))).toEqual(['landingPage', 'announcement'])
  })
})

describe('the preview', () => {
  it('has locations for every document type', () => {
    expect(Object.keys(locations).sort()).toEqual(documentTypes().sort())
  })

  it('looks up a main document for every page’s path, and for single-segment paths', () => {
    const routes = mainDocuments.map(({ route }) => route)
    expect(routes).toEqual([...allPages.map(({ path }) => path), '/:slug'])
  })
})

it('the seed’s legal pages have the ids and paths of the site’s legal pages', () => {
  const seededPages = seedDocuments().filter(({ _type }) => _type === 'legalPage')
  expect(new Set(seededPages.map(({ _id, path }) => `${_id} ${path}`))).toEqual(
    new Set(legalPages.map(({ document, path }) => `${document} ${path}`)),
  )
})

describe('forms', () => {
  it('have a title and description for every field', () => {
    const types = schemaTypes.map(({ name }) => workspace.schema.get(name))
    const fields = types.flatMap((type) =>
      type && 'fields' in type ? listFields(type.name, type.fields) : [],
    )
    expect(fields.length).toBeGreaterThan(150)
    const undescribedFields = fields.filter(({ field }) => !field.type.title || !field.type.description)
    expect(undescribedFields.map(({ path }) => path)).toEqual([])
  })

  it('show every visible field on a tab, if the type has tabs', () => {
    const types = schemaTypes.map(({ name }) => workspace.schema.get(name))
    const typesWithTabs = types.filter((type) => type && 'groups' in type && type.groups?.length)
    expect(typesWithTabs.length).toBeGreaterThan(20)
    const fieldsWithoutTab = typesWithTabs.flatMap((type) =>
      type && 'fields' in type ? type.fields.filter((field) => !isHiddenOrOnTab(type, field)) : [],
    )
    expect(fieldsWithoutTab.map(({ name }) => name)).toEqual([])
  })
})

/** Lists the fields that the site defines, including nested ones, but not those of Sanity's image and file types. */
function listFields(parent: string, fields: ObjectField[]): { path: string; field: ObjectField }[] {
  const siteFields = fields.filter(({ name }) => !['asset', 'media', 'hotspot', 'crop'].includes(name))
  return siteFields.flatMap((field) => {
    const path = `${parent}.${field.name}`
    const type: SchemaType = field.type
    const isInline = type.type?.name === 'object' && 'fields' in type
    return [{ path, field }, ...(isInline ? listFields(path, type.fields) : [])]
  })
}

/** Whether a field is hidden or on one of its type's tabs. Other fields appear only under “All fields”. */
function isHiddenOrOnTab(type: ObjectSchemaType, field: ObjectField): boolean {
  const isHidden = field.type.hidden === true
  return (
    isHidden || (type.groups ?? []).some((group) => group.fields?.some(({ name }) => name === field.name))
  )
}

describe('roles', () => {
  const listActions = (role: string) => {
    const currentUser = { id: 'x', name: 'X', email: '', role, roles: [{ name: role, title: role }] }
    const names = ['publish', 'discardChanges', 'restore', 'delete', 'unpublish', 'duplicate'] as const
    const sanityActions = names.map(
      (action): DocumentActionComponent => Object.assign(() => null, { action }),
    )
    const { actions } = documentOptions
    if (typeof actions !== 'function') throw new Error('The actions should be a function.')
    const context = { ...workspace, schemaType: 'announcement', documentId: 'a', currentUser }
    return actions(sanityActions, { ...context, releaseId: undefined, versionType: 'draft' }).map(
      ({ action, name: functionName }) => action ?? functionName,
    )
  }

  it('editors can publish', () => {
    expect(listActions('editor')).toContain('publish')
  })
  it('contributors can discard, restore and show changes, but not publish', () => {
    expect(listActions('contributor')).toEqual(['discardChanges', 'restore', 'showChanges'])
  })
  it('viewers have no actions', () => {
    expect(listActions('viewer')).toEqual([])
  })
})
