import { defineLocaleResourceBundle } from 'sanity'

/**
 * Hides the option to revert a release immediately, because Sanity does not validate an immediate revert. The alternative, a
 * new release, is validated like any other release. The dialog cannot be replaced (Sanity 6.16.0).
 */
export const immediateRevertStyles =
  '#confirm-revert-dialog div:has(> [data-ui="Checkbox"]) { display: none }'

const nextSteps =
  'Open it and run it: its documents are checked first. If one is refused, open it to see why.'

/** Texts of the revert dialog without the option to revert immediately. */
export const revertTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    'revert-dialog.confirm-revert-description_one': `This creates a new release with the document as it was before. ${nextSteps}`,
    'revert-dialog.confirm-revert-description_other': `This creates a new release with the {{releaseDocumentsLength}} documents as they were before. ${nextSteps}`,
  },
})
