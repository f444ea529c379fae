import type { DocumentActionComponent, DocumentPluginOptions, Template, TemplateItem } from 'sanity'
import { isFixed } from './fixedDocuments'

/** What may be done with a document that the site cannot do without. */
const fixedActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore'])

/**
 * Leaves only those actions that keep a fixed document where it is: no duplicate, no delete, no unpublish.
 *
 * @param actions - the Studio's actions
 * @param type - the type of the document
 */
export function actionsFor(actions: DocumentActionComponent[], type: string): DocumentActionComponent[] {
  return isFixed(type) ? actions.filter((action) => fixedActions.has(action.action)) : actions
}

/** Leaves out the templates that would create a second one of a fixed document. */
export function newDocumentsFor(items: TemplateItem[]): TemplateItem[] {
  return items.filter((item) => !isFixed(item.templateId))
}

/** Leaves out the initial-value templates of fixed documents, which menus and the address bar start from. */
export function templatesFor(templates: Template[]): Template[] {
  return templates.filter((template) => !isFixed(template.schemaType))
}

/** The workspace's rules for documents. */
export const documentOptions: DocumentPluginOptions = {
  actions: (actions, { schemaType }) => actionsFor(actions, schemaType),
  newDocumentOptions: (items) => newDocumentsFor(items),
  comments: { enabled: false },
  askToEdit: { enabled: false },
}
