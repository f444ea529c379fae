import { defineLocaleResourceBundle } from 'sanity'

/**
 * What the Studio says when the lake refuses to publish: by default only that an error occurred. With documents of which
 * there is one each, the reason is that somebody else was faster.
 */
export const refusals = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'structure',
  resources: {
    'panes.document-operation-results.operation-error_publish':
      'Nothing was published. Most likely somebody else published this document, or changed it, at the same moment: look at it as it is now, then press Publish again.',
  },
})
