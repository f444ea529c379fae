import { defineArea } from './defineArea'

export const preview = defineArea('Preview', 'Labels for previews of unpublished changes.', {
  banner: ['You’re looking at unpublished changes', 'Banner', 'At the edge of the page during a preview.'],
  sharedBanner: [
    'Shared preview: you’re looking at unpublished changes',
    'Shared preview banner',
    'Shown instead to visitors who open a shared link.',
  ],
  exit: ['Leave preview', 'Exit', 'On the button that ends the preview.'],
})
