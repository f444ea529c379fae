import { buildTheme } from '@sanity/ui/theme'

const { fonts } = buildTheme()
const textFamily = 'var(--font-public-sans), system-ui, sans-serif'

/** The Studio's theme: Sanity's, with the site's fonts. */
export const theme = buildTheme({
  font: {
    ...fonts,
    text: { ...fonts.text, family: textFamily },
    label: { ...fonts.label, family: textFamily },
    heading: {
      ...fonts.heading,
      family: 'var(--font-besley), Rockwell, Georgia, serif',
      weights: { regular: 450, medium: 450, semibold: 450, bold: 450 },
    },
  },
})
