import { defineLocaleResourceBundle } from 'sanity'

/**
 * The choice to undo a release at once: what it brings back is not checked, charges that were changed since among it. The
 * new release that Sanity makes otherwise is checked like any other. Neither can be replaced (Sanity 6.16.0).
 */
export const immediateRevertStyles =
  '#confirm-revert-dialog div:has(> [data-ui="Checkbox"]) { display: none }'

const description =
  'Open it and publish it: its documents are checked first, as those of any release. Open a document that is refused, and its form says why.'

/** What the dialog says instead. */
export const revertTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    'revert-dialog.confirm-revert-description_one': `A new release is made, in which the document is what it was before. ${description}`,
    'revert-dialog.confirm-revert-description_other': `A new release is made, in which the {{releaseDocumentsLength}} documents are what they were before. ${description}`,
  },
})
