import type { DocumentActionComponent, DocumentPluginOptions, Template } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { allPages, isListed } from '@/lib/pages'
import { blockUnpublishWhileLinked } from './landingPages/blockUnpublishWhileLinked'
import { requireChargeConfirmation } from './offer/requireChargeConfirmation'
import { hasReleases } from './releases'
import { restoreToDraft } from './restoreToDraft'
import { requestReview } from './review/requestReview'
import { canPublish, canWriteDrafts } from './roles'
import { isPublishAction, wrapScheduledDraftActions } from './scheduledDrafts'

/** Pages whose words editors change day by day: not those of accounts and errors. */
export const contentPages = allPages
  .filter((page) => isListed(page) && page.kind !== 'legal')
  .map(({ document }) => document)

/**
 * What may be done with a document that the site cannot do without: no duplicate, no delete, no unpublish, with a release
 * neither.
 */
const fixedActions: ReadonlySet<string | undefined> = new Set([
  'publish',
  'discardChanges',
  'restore',
  ...(hasReleases ? ['schedule', 'discardVersion'] : []),
])

/** What may be done by whoever writes drafts alone. */
const draftActions: ReadonlySet<string | undefined> = new Set(['discardChanges', 'restore'])

/** Leaves out the initial-value templates of fixed documents, which menus and the address bar start from. */
export function filterTemplates(templates: Template[]): Template[] {
  return templates.filter((template) => !isFixed(template.schemaType))
}

/**
 * Whether documents of a type have one of the Studio's own actions. No release takes a landing page away: its list of
 * documents does so without the action, where nobody looks what leads to the page (Sanity 6.16.0).
 */
function isOffered(schemaType: string, { action }: DocumentActionComponent): boolean {
  if (isFixed(schemaType)) return fixedActions.has(action)
  return schemaType !== 'landingPage' || action !== 'unpublishVersion'
}

/** What one of the Studio's own actions does besides for documents of a type. */
function wrapAction(schemaType: string, own: DocumentActionComponent): DocumentActionComponent {
  if (own.action === 'restore') return restoreToDraft(own)
  if (schemaType === 'offer' && isPublishAction(own)) return requireChargeConfirmation(own)
  const takesAway = own.action === 'unpublish' || own.action === 'delete'
  return schemaType === 'landingPage' && takesAway ? blockUnpublishWhileLinked(own) : own
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
