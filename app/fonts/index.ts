import './fallbacks.css'
import './public-sans.css'
import localFont from 'next/font/local'

const besley = localFont({
  src: './besley-450.woff2',
  weight: '450',
  variable: '--font-besley',
  adjustFontFallback: false,
  fallback: ['besley-times', 'besley-noto', 'besley-dejavu'],
})

/** The class that defines `--font-besley`, for the `<html>` element. Public Sans needs no class. */
export const besleyClass = besley.variable
