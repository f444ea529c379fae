import type { DocumentActionComponent, DocumentPluginOptions, Template } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { allPages, isListed } from '@/lib/pages'
import { blockUnpublishWhileLinked } from './landingPages/blockUnpublishWhileLinked'
import { linkLivePage } from './linkLivePage'
import { requireChargeConfirmation } from './offer/requireChargeConfirmation'
import { hasPaidFeatures } from './releases'
import { restoreToDraft } from './restoreToDraft'
import { requestReview } from './review/requestReview'
import { canPublish, canWriteDrafts } from './roles'
import { isPublishAction, wrapScheduledDraftActions } from './scheduledDrafts'

/** The types of the fixed pages that editors compose from sections, and of the contact page. */
export const contentPages = allPages
  .filter((page) => isListed(page) && page.kind !== 'legal')
  .map(({ document }) => document)

/** The actions of a fixed document: no duplicate, delete or unpublish, not even with a release. */
const fixedActions: ReadonlySet<string | undefined> = new Set([
  'publish',
  'discardChanges',
  'restore',
  ...(hasPaidFeatures ? ['schedule', 'discardVersion'] : []),
])

/** Sanity's actions that remain for users who can write drafts but not publish. */
const draftActions: ReadonlySet<string | undefined> = new Set(['discardChanges', 'restore'])

/** Removes the initial-value templates of fixed documents, which menus and URLs can create documents from. */
export function filterTemplates(templates: Template[]): Template[] {
  return templates.filter((template) => !isFixed(template.schemaType))
}

/**
 * Whether documents of a type have one of Sanity's actions. Landing pages cannot be unpublished with a release, because the
 * release's document list would unpublish them without checking inbound links (Sanity 6.16.0).
 */
function isAllowedAction(schemaType: string, { action }: DocumentActionComponent): boolean {
  if (isFixed(schemaType)) return fixedActions.has(action)
  return schemaType !== 'landingPage' || action !== 'unpublishVersion'
}

/** Wraps one of Sanity's actions with the site's rules for a document type. */
function wrapAction(schemaType: string, sanityAction: DocumentActionComponent): DocumentActionComponent {
  if (sanityAction.action === 'restore') return restoreToDraft(sanityAction)
  const actionWithLink = sanityAction.action === 'publish' ? linkLivePage(sanityAction) : sanityAction
  if (schemaType === 'offer' && isPublishAction(sanityAction))
    return requireChargeConfirmation(actionWithLink)
  const isRemoval = sanityAction.action === 'unpublish' || sanityAction.action === 'delete'
  return schemaType === 'landingPage' && isRemoval ? blockUnpublishWhileLinked(sanityAction) : actionWithLink
}

/** The workspace's rules for documents. */
export const documentOptions: DocumentPluginOptions = {
  actions: (actions, { schemaType, currentUser, versionType }) => {
    if (!canWriteDrafts(currentUser)) return []
    if (!canPublish(currentUser)) {
      return [requestReview, ...actions.filter(({ action }) => draftActions.has(action))]
    }
    const wrappedActions = actions
      .filter((action) => isAllowedAction(schemaType, action))
      .map((action) => wrapAction(schemaType, action))
    return versionType === 'scheduled-draft' ? wrapScheduledDraftActions(wrappedActions) : wrappedActions
  },
  newDocumentOptions: (items) => items.filter(({ templateId }) => !isFixed(templateId)),
  comments: { enabled: hasPaidFeatures },
  askToEdit: { enabled: false },
}
