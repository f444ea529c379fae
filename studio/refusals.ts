import { defineLocaleResourceBundle } from 'sanity'

/**
 * What the Studio says when publishing fails: by default only that an error occurred. With documents of which there is
 * one each, the reason is mostly that somebody else was faster; whatever it is, the lake's own words follow below.
 */
export const refusals = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'structure',
  resources: {
    'panes.document-operation-results.operation-error_publish':
      'Nothing was published. Most likely somebody else published this document, or changed it, at the same moment: look at it as it is now, then press Publish again. If nobody did, the connection failed or you may not publish it: the details say which.',
  },
})
