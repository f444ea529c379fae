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

/** What the Studio says when a file could not be uploaded: by default that the console knows why. */
export const refusedFiles = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'asset-sources.common.uploader.upload-failed.description':
      'The file is damaged or of another kind than its name says, or the connection failed. Pictures are JPEG, PNG, WebP or AVIF, films MP4 or WebM.',
  },
})
