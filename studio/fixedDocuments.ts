import type { DocumentActionComponent, DocumentPluginOptions, Template } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { allPages, isListed } from '@/lib/pages'
import { blockUnpublishWhileLinked } from './landingPages/blockUnpublishWhileLinked'
import { linkLivePage } from './linkLivePage'
import { requireChargeConfirmation } from './offer/requireChargeConfirmation'
import { hasReleases } from './releases'
import { restoreToDraft } from './restoreToDraft'
import { requestReview } from './review/requestReview'
import { canPublish, canWriteDrafts } from './roles'
import { isPublishAction, wrapScheduledDraftActions } from './scheduledDrafts'

/** Marketing pages, without those of accounts and errors. */
export const contentPages = allPages
  .filter((page) => isListed(page) && page.kind !== 'legal')
  .map(({ document }) => document)

/** The actions of a required document: no duplicate, delete or unpublish, also not with a release. */
const fixedActions: ReadonlySet<string | undefined> = new Set([
  'publish',
  'discardChanges',
  'restore',
  ...(hasReleases ? ['schedule', 'discardVersion'] : []),
])

/** The actions of users who can write drafts but not publish. */
const draftActions: ReadonlySet<string | undefined> = new Set(['discardChanges', 'restore'])

/** Removes the initial-value templates of fixed documents, which menus and URLs can create documents from. */
export function filterTemplates(templates: Template[]): Template[] {
  return templates.filter((template) => !isFixed(template.schemaType))
}

/**
 * Whether documents of a type have one of Sanity's actions. Landing pages cannot be unpublished with a release, because the
 * release's document list would do it without a check of inbound links (Sanity 6.16.0).
 */
function isOffered(schemaType: string, { action }: DocumentActionComponent): boolean {
  if (isFixed(schemaType)) return fixedActions.has(action)
  return schemaType !== 'landingPage' || action !== 'unpublishVersion'
}

/** Wraps one of Sanity's actions with the site's rules for a document type. */
function wrapAction(schemaType: string, own: DocumentActionComponent): DocumentActionComponent {
  if (own.action === 'restore') return restoreToDraft(own)
  const publishing = own.action === 'publish' ? linkLivePage(own) : own
  if (schemaType === 'offer' && isPublishAction(own)) return requireChargeConfirmation(publishing)
  const isRemoval = own.action === 'unpublish' || own.action === 'delete'
  return schemaType === 'landingPage' && isRemoval ? blockUnpublishWhileLinked(own) : publishing
}

/** The workspace's rules for documents. */
export const documentOptions: DocumentPluginOptions = {
  actions: (actions, { schemaType, currentUser, versionType }) => {
    if (!canWriteDrafts(currentUser)) return []
    if (!canPublish(currentUser)) {
      return [requestReview, ...actions.filter(({ action }) => draftActions.has(action))]
    }
    const offered = actions.filter((one) => isOffered(schemaType, one))
    const own = offered.map((one) => wrapAction(schemaType, one))
    return versionType === 'scheduled-draft' ? wrapScheduledDraftActions(own) : own
  },
  newDocumentOptions: (items) => items.filter(({ templateId }) => !isFixed(templateId)),
  comments: { enabled: hasReleases },
  askToEdit: { enabled: false },
}
