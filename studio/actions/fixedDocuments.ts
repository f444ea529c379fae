import type { DocumentActionComponent, DocumentPluginOptions, Template } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { allPages, isListed } from '@/lib/pages'
import { canPublish, canWriteDrafts } from '../roles'
import { showChanges } from '../tools/beforePublish/inspector'
import { blockUnpublishWhileLinked } from './blockUnpublishWhileLinked'
import { duplicateWithoutPath } from './duplicateWithoutPath'
import { requireChargeConfirmation } from './requireChargeConfirmation'
import { restoreToDraft } from './restoreToDraft'

/** The types of the fixed pages that editors compose from sections, and of the contact page. */
export const contentPages = allPages
  .filter((page) => isListed(page) && page.kind !== 'legal')
  .map(({ document }) => document)

/** The actions of a fixed document: no duplicate, delete or unpublish. */
const fixedActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore'])

/** Sanity's actions that remain for users who can write drafts but not publish. */
const draftActions: ReadonlySet<string | undefined> = new Set(['discardChanges', 'restore'])

/** Removes fixed documents' initial-value templates. Otherwise, menus and URLs could create such documents. */
export function filterTemplates(templates: Template[]): Template[] {
  return templates.filter((template) => !isFixed(template.schemaType))
}

/** Wraps one of Sanity's actions with the site's rules for a document type. */
function wrapAction(schemaType: string, sanityAction: DocumentActionComponent): DocumentActionComponent {
  if (sanityAction.action === 'restore') return restoreToDraft(sanityAction)
  if (sanityAction.action === 'publish' && schemaType === 'offer')
    return requireChargeConfirmation(sanityAction)
  if (schemaType !== 'landingPage') return sanityAction
  if (sanityAction.action === 'duplicate') return duplicateWithoutPath(sanityAction)
  const isRemoval = sanityAction.action === 'unpublish' || sanityAction.action === 'delete'
  return isRemoval ? blockUnpublishWhileLinked(sanityAction) : sanityAction
}

/** The workspace's rules for documents. */
export const documentOptions: DocumentPluginOptions = {
  actions: (actions, { schemaType, currentUser }) => {
    if (!canWriteDrafts(currentUser)) return []
    if (!canPublish(currentUser))
      return [...actions.filter(({ action }) => draftActions.has(action)), showChanges]
    return actions
      .filter(({ action }) => !isFixed(schemaType) || fixedActions.has(action))
      .flatMap((sanityAction) => {
        const { action, displayName } = sanityAction
        const wrapped = Object.assign(wrapAction(schemaType, sanityAction), { action, displayName })
        return action === 'publish' ? [wrapped, showChanges] : [wrapped]
      })
  },
  // Tags and folders are created in the media library.
  newDocumentOptions: (items) =>
    items.filter(({ templateId }) => !isFixed(templateId) && !templateId.startsWith('media.')),
  comments: { enabled: false },
  askToEdit: { enabled: false },
}
