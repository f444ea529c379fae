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

const formats = 'Pictures are JPEG, PNG, WebP or AVIF, films MP4 or WebM.'

/**
 * What the Studio says of a file that it cannot take, by the button or dropped: by default that the console knows why, or
 * nothing.
 */
export const uploadErrorTexts = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'asset-sources.common.uploader.upload-failed.description': `The file is damaged or of another kind than its name says, or the connection failed. ${formats}`,
    'inputs.files.common.drop-message.drop-to-upload.no-accepted-file-message_one': `This file can’t be uploaded here. ${formats}`,
    'inputs.files.common.drop-message.drop-to-upload.no-accepted-file-message_other': `These files can’t be uploaded here. ${formats}`,
  },
})

/** Names of buttons that say more than Sanity's: sections are the one list with several kinds of items. */
export const buttonTexts = [
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'studio',
    resources: { 'inputs.array.action.add-item-select-type': 'Add section …' },
  }),
  defineLocaleResourceBundle({
    locale: 'en-US',
    namespace: 'structure',
    resources: { 'production-preview.menu-item.title': 'View live page' },
  }),
]
