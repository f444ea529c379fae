import './fallbacks.css'
import localFont from 'next/font/local'

const besley = localFont({
  src: './besley-450.woff2',
  weight: '450',
  variable: '--font-besley',
  adjustFontFallback: false,
  fallback: ['besley-times', 'besley-noto', 'besley-dejavu'],
})

const publicSans = localFont({
  src: './public-sans.woff2',
  // The first headline comes before it: text meanwhile stands in a face of the device that is as wide.
  preload: false,
  weight: '400 700',
  variable: '--font-public-sans',
  adjustFontFallback: false,
  fallback: ['public-sans-arial', 'public-sans-roboto', 'public-sans-dejavu'],
})

/** The class that makes the site's faces known, for the `<html>` element. */
export const fontClass = `${besley.variable} ${publicSans.variable}`
