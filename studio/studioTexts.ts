import { defineLocaleResourceBundle } from 'sanity'

const supportedFormats = 'Use JPEG, PNG, WebP or AVIF for pictures, MP4 or WebM for videos.'

/** Keys of messages about rejected files. Sanity's messages don't say which formats are supported. */
const refusedFileKeys = [
  'inputs.array.error.cannot-upload-unable-to-convert',
  'inputs.files.common.drop-message.drop-to-upload.rejected-file-message',
  'inputs.files.common.drop-message.drop-to-upload.no-accepted-file-message',
]

const resources = {
  studio: {
    // Sections are the only list with several item types.
    'inputs.array.action.add-item-select-type': 'Add section…',
    // Sanity's forms say “Saved” even without a connection (as of Sanity 6.16.0).
    'common.reconnecting.toast.title':
      'You’re offline, or Sanity can’t be reached. Keep this tab open: your changes will be saved when the connection is back.',
    'asset-sources.common.uploader.upload-failed.description': `The file is damaged, its type doesn’t match its name, or the connection failed. ${supportedFormats}`,
    ...Object.fromEntries(
      refusedFileKeys.flatMap((key) => [
        [`${key}_one`, `This file can’t be uploaded here. ${supportedFormats}`],
        [`${key}_other`, `These files can’t be uploaded here. ${supportedFormats}`],
      ]),
    ),
  },
  structure: {
    'production-preview.menu-item.title': 'View live page',
    // Sanity's message says only that an error occurred, above the API's message. The usual cause is another editor.
    'panes.document-operation-results.operation-error_publish':
      'Nothing was published. Another editor probably published or changed this document at the same time. Review it and click Publish again. If it fails again, the connection failed or you don’t have permission: see the details.',
  },
  presentation: {
    // On a phone, Sanity labels the two panes “Presentation” and “Structure”, names that this Studio does not use.
    'narrow-tabs.preview-tab.label': 'Preview',
    'narrow-tabs.content-tab.label': 'Content',
    // Sanity has no message for a URL that it rejects (6.16.0).
    'preview-location-input.error_origin-not-allowed':
      'Preview can show any page on {{origin}} except the Studio. Enter another URL.',
  },
}

/** The Studio's messages that replace Sanity's. */
export const studioTexts = Object.entries(resources).map(([namespace, texts]) =>
  defineLocaleResourceBundle({ locale: 'en-US', namespace, resources: texts }),
)
