import { defineLocaleResourceBundle } from 'sanity'

/**
 * The text of a failed publication. Sanity's default says only that an error occurred. With singletons, the usual cause is a
 * concurrent publication; Sanity shows the API's own message below.
 */
export const publishErrorTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'structure',
  resources: {
    'panes.document-operation-results.operation-error_publish':
      'Nothing was published. Another editor probably published or changed this document at the same time. Review it and click Publish again. If not, the connection failed or you don’t have permission. See the details.',
  },
})

const supportedFormats = 'Use JPEG, PNG, WebP or AVIF for pictures, MP4 or WebM for videos.'

/** Texts of a refused upload. Sanity's defaults refer to the browser console, or are empty for a dropped file. */
export const uploadErrorTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'asset-sources.common.uploader.upload-failed.description': `The file is damaged or not what its name says, or the connection failed. ${supportedFormats}`,
    'inputs.array.error.cannot-upload-unable-to-convert_one': `This file can’t be uploaded here. ${supportedFormats}`,
    'inputs.array.error.cannot-upload-unable-to-convert_other': `These files can’t be uploaded here. ${supportedFormats}`,
    'inputs.files.common.drop-message.drop-to-upload.rejected-file-message_one': `This file can’t be uploaded here. ${supportedFormats}`,
    'inputs.files.common.drop-message.drop-to-upload.rejected-file-message_other': `These files can’t be uploaded here. ${supportedFormats}`,
    'inputs.files.common.drop-message.drop-to-upload.no-accepted-file-message_one': `This file can’t be uploaded here. ${supportedFormats}`,
    'inputs.files.common.drop-message.drop-to-upload.no-accepted-file-message_other': `These files can’t be uploaded here. ${supportedFormats}`,
  },
})

/** More specific button texts. Sections are the only list with several item types. */
export const buttonTexts = [
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'studio',
    resources: { 'inputs.array.action.add-item-select-type': 'Add section…' },
  }),
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'structure',
    resources: { 'production-preview.menu-item.title': 'View live page' },
  }),
]
